#!/usr/bin/env bash
# For `git bisect run`. Copy it out of the repository and edit two functions.
# 0 = good, 1 = bad, 125 = this commit cannot be tested.
set -u

prepare() { # anything that may fail for other reasons than the bug
    make -s build
}

is_good() { # true when the bug is absent
    ./build/app --self-test >/dev/null 2>&1
}

runs=${RUNS:-1} # more for a flaky test

prepare >../bisect-prepare.log 2>&1 || exit 125

i=0
while [ "$i" -lt "$runs" ]; do
    is_good || exit 1
    i=$((i + 1))
done
exit 0
