// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For programs whose host half uses OpenMP where no omp.h is installed: what they call, declared.

#ifndef SECTORSCOPE_OMP_H
#define SECTORSCOPE_OMP_H

#ifdef __cplusplus
extern "C" {
#endif
typedef struct {
  void *state;
} omp_lock_t;
int omp_get_thread_num(void);
int omp_get_num_threads(void);
int omp_get_max_threads(void);
int omp_get_num_procs(void);
void omp_set_num_threads(int threads);
double omp_get_wtime(void);
#ifdef __cplusplus
}
#endif

#endif
