"""The tests: engine/ without Django, racing/ and browser/ on real servers, js/ in Node."""
