"""The Cruel family: positions as rows of integers, the kernels that search them, and the plan that chooses kernels."""
