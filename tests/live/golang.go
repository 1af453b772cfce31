// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause

// A program of Go whose stacks grow, and are scanned, within the function that is probed: for host/golang.sh.
package main

import (
	"fmt"
	"os"
	"runtime"
	"sync"
)

//go:noinline
func handle(n int, s string, deep int) int {
	var pad [256]byte
	pad[deep%256] = byte(n)
	if deep > 0 {
		return handle(n, s, deep-1) + int(pad[(deep+1)%256])
	}
	return n + len(s)
}

func main() {
	var wg sync.WaitGroup
	if len(os.Args) > 1 {
		runtime.GC()
	}
	sum := make([]int, 20)
	for i := 0; i < 20; i++ {
		wg.Add(1)
		go func(i int) {
			defer wg.Done()
			sum[i] = handle(1000+i, "word", 200)
			runtime.GC()
		}(i)
	}
	wg.Wait()
	fmt.Println(len(sum))
}
