#!/bin/sh
# Makes .venv and installs the packages of one lock file into it, every file checked against its hash.
#   sh scripts/venv.sh requirements.lock
# PYTHON chooses the interpreter; else the first of the usual names that is 3.11 or newer.
set -eu
lock=$1
test_version='import sys; sys.exit(sys.version_info < (3, 11))'

# A venv whose interpreter is gone (Python was upgraded) or that was interrupted half-way is made anew.
if ! .venv/bin/python -m pip --version >/dev/null 2>&1; then
    python=
    for name in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11}; do
        if "$name" -c "$test_version" >/dev/null 2>&1; then
            python=$name
            break
        fi
    done
    if [ -z "$python" ]; then
        echo "Patience Racing needs Python 3.11 or newer; none was found as ${PYTHON:-python3}." >&2
        exit 1
    fi
    # Debian keeps what venv needs in a package of its own.
    if ! "$python" -c 'import ensurepip, venv' >/dev/null 2>&1; then
        sh scripts/debian.sh "$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')"
    fi
    echo "Making .venv with $("$python" --version)"
    "$python" -m venv --clear .venv
fi
echo "Installing the $(grep -c '^[a-zA-Z].*==' "$lock") packages of $lock: a few minutes the first time, a dot for each"
# What pip says is told in dots, and its answer goes around them: a pipe has no answer but its last program's.
code=$({
    {
        failed=0
        .venv/bin/python -m pip install --disable-pip-version-check --progress-bar off --require-hashes -r "$lock" ||
            failed=$?
        echo $failed >&3
    } | while read -r word _; do
        case $word in
        Collecting | Requirement) printf . >&2 ;;
        Installing) printf ' and unpacking them' >&2 ;;
        esac
    done
} 3>&1)
echo >&2
exit "$code"
