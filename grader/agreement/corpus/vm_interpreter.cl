/* A small stack machine, one program a work-item: a big switch from a list of operations. */
#define OPCODES(X) X(NOP) X(PUSH) X(POP) X(ADD) X(SUB) X(MUL) X(DIV) X(MOD) X(AND) X(OR) X(XOR) X(NOT) X(SHL) X(SHR) \
  X(DUP) X(SWAP) X(JMP) X(JZ) X(JNZ) X(LOAD) X(STORE) X(CALL) X(RET) X(PRINT) X(GID) X(LID) X(ATOMIC) X(HALT)
enum opcode {
#define X(name) OP_##name,
  OPCODES(X)
#undef X
  OP_COUNT
};
typedef enum { STATUS_RUNNING = 0, STATUS_HALTED = 1, STATUS_OVERFLOW = -1, STATUS_UNDERFLOW = -2, STATUS_BAD = -128 } status_t;
typedef struct instruction { uchar op; uchar flags; short imm; } __attribute__((packed)) instruction;
#define STACK 32
typedef struct vm { int stack[STACK]; uint calls[8]; int sp, csp; uint pc; status_t status; } vm_t;
#define CHECK(cond, why) do { if (!(cond)) { vm->status = STATUS_##why; return; } } while (0)
#define TOP (vm->stack[vm->sp - 1])
#define BINARY(name, expr) case OP_##name: { CHECK(vm->sp >= 2, UNDERFLOW); int b = vm->stack[--vm->sp]; int a = TOP; TOP = (expr); break; }
void step(vm_t *vm, __constant instruction *code, __global int *memory, uint memory_size, volatile __global int *shared) {
  const instruction in = code[vm->pc++];
  switch (in.op) {
  case OP_NOP: break;
  case OP_PUSH: CHECK(vm->sp < STACK, OVERFLOW); vm->stack[vm->sp++] = in.imm; break;
  case OP_POP: CHECK(vm->sp > 0, UNDERFLOW); --vm->sp; break;
  BINARY(ADD, a + b)
  BINARY(SUB, a - b)
  BINARY(MUL, a * b)
  BINARY(DIV, b ? a / b : 0)
  BINARY(MOD, b ? a % b : 0)
  BINARY(AND, a & b)
  BINARY(OR, a | b)
  BINARY(XOR, a ^ b)
  BINARY(SHL, a << (b & 31))
  BINARY(SHR, (int)((uint)a >> (b & 31)))
  case OP_NOT: TOP = ~TOP; break;
  case OP_DUP: CHECK(vm->sp > 0 && vm->sp < STACK, OVERFLOW); vm->stack[vm->sp] = TOP; ++vm->sp; break;
  case OP_SWAP: { int t = vm->stack[vm->sp - 1]; vm->stack[vm->sp - 1] = vm->stack[vm->sp - 2]; vm->stack[vm->sp - 2] = t; } break;
  case OP_JMP: vm->pc += in.imm; break;
  case OP_JZ: if (vm->stack[--vm->sp] == 0) vm->pc += in.imm; break;
  case OP_JNZ: if (vm->stack[--vm->sp] != 0) vm->pc += in.imm; break;
  case OP_LOAD: TOP = memory[(uint)TOP % memory_size]; break;
  case OP_STORE: memory[(uint)vm->stack[vm->sp - 2] % memory_size] = TOP; vm->sp -= 2; break;
  case OP_CALL: vm->calls[vm->csp++ & 7] = vm->pc; vm->pc = (uint)in.imm; break;
  case OP_RET: vm->pc = vm->calls[--vm->csp & 7]; break;
  case OP_PRINT: printf("%d: %d\n", (int)get_global_id(0), TOP); break;
  case OP_GID: vm->stack[vm->sp++] = (int)get_global_id(0); break;
  case OP_LID: vm->stack[vm->sp++] = (int)get_local_id(0); break;
  case OP_ATOMIC: TOP = atomic_add(shared, TOP); break;
  case OP_HALT: vm->status = STATUS_HALTED; break;
  case OP_COUNT ... 255: default: vm->status = STATUS_BAD;
  }
}
kernel void run(__constant instruction *code, global int *memory, uint memory_size, volatile global int *shared, global int *status) {
  vm_t vm = { .sp = 0, .csp = 0, .pc = 0u, .status = STATUS_RUNNING };
  for (uint budget = 1000; budget-- && vm.status == STATUS_RUNNING;)
    step(&vm, code, memory, memory_size, shared);
  status[get_global_id(0)] = vm.status;
}
