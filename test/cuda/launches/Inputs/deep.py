"""A program that nests COUNT levels of KIND: deep.py else|parentheses COUNT."""

import sys

kind, count = sys.argv[1], int(sys.argv[2])
print("#include <cuda_runtime.h>")
print("__global__ void k(float *a, int n) { a[threadIdx.x * n] = 0; }")
chain = "\n  else ".join(f"if (x == {i}) return {i + 1};" for i in range(count))
print(f"int pick(int x) {{\n  {chain}\n  return 5;\n}}" if kind == "else" else "int pick(int x);")
value = "pick(argc)" if kind == "else" else "(" * count + "argc" + ")" * count
print("int main(int argc, char **argv) {")
print(f"  k<<<2, 64>>>((float *)nullptr, {value});")
print("  k<<<3, 64>>>((float *)nullptr, 7);\n}")
