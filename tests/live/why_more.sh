#!/bin/sh
# --why: descriptors of event loops, System V, leases, listeners, times.
. ./lib.sh
. ./lib_why.sh
need_root
cd "$T" || exit

names epoll_peer 'peer' 'STOPPED by SIGSTOP' 'epoll_p?wait\(.*none of its descriptors is ready \([0-9]+<socket:\[[0-9]+\]>\)'
names poll 'writer' BLOCKED 'p?poll\(.*none of its descriptors is ready .*it gives up in [45][0-9][0-9]\.[0-9] s'
names select 'writer' BLOCKED 'p?select6?\(.*none of its descriptors is ready'
says dns '   p?poll\(.*<UDP 127\.0\.0\.1:[0-9]+->127\.0\.0\.1:53, a name server>; it gives up in [45][0-9][0-9]\.[0-9] s'
names eventfd 'writer' BLOCKED 'read\(.*nobody has written to the eventfd'
names semaphore 'last user' BLOCKED 'sem(timed)?op\(.*semaphore 0 of set [0-9]+, which process [0-9]+ has changed last'
names message 'last sender' BLOCKED 'msgrcv\(.*no message has come that it wants \(queue [0-9]+, 1 messages\)'
names lease 'holder' BLOCKED 'openat\(.*another process has a lease of the file'
names unix_backlog 'listener' BLOCKED 'connect\(.*backlog is full \(/tmp/stuck\.sock, 2 not accepted, backlog 1\)'
says sleep '   (clock_)?nanosleep\(.*its time has not come \(in [45][0-9][0-9]\.[0-9] s\)'
says fifo '   openat\(.*nobody has opened the other end of the fifo'
says leader '^stuck [0-9]+   ZOMBIE   the thread group leader has ended, other threads have not'
finish
