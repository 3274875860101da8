/** Writes small networks in the ONNX format (onnx.proto3 of the ONNX specification, IR version 9, operators of version 17). */

type Bytes = readonly number[];

/** Element types of TensorProto. */
export const ElementType = Object.freeze({ float: 1, int32: 6, int64: 7, bool: 9 } as const);
export type ElementType = (typeof ElementType)[keyof typeof ElementType];

const WIRE_VARINT = 0;
const WIRE_BYTES = 2;
const WIRE_32BIT = 5;
const ATTRIBUTE_FLOAT = 1;
const ATTRIBUTE_INT = 2;
const ATTRIBUTE_INTS = 7;
const IR_VERSION = 9;
const OPERATOR_VERSION = 17;

/** An integer attribute, a list of them, or a real number (`{ float }`). */
export type Attribute = number | readonly number[] | { readonly float: number };

export interface NodeSpec {
  readonly op: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes?: Readonly<Record<string, Attribute>>;
}

export interface ValueSpec {
  readonly name: string;
  readonly type: ElementType;
  /** Sizes; a text names a size that is open. */
  readonly shape: readonly (number | string)[];
}

export interface ConstantSpec {
  readonly name: string;
  readonly type: ElementType;
  readonly dims: readonly number[];
  readonly values: readonly number[];
}

export interface GraphSpec {
  readonly inputs: readonly ValueSpec[];
  readonly outputs: readonly ValueSpec[];
  readonly constants: readonly ConstantSpec[];
  readonly nodes: readonly NodeSpec[];
}

/** The bytes of a model.onnx. */
export function onnxModel({ inputs, outputs, constants, nodes }: GraphSpec): Buffer {
  const graph = [
    ...nodes.flatMap((node) => message(1, nodeProto(node))),
    ...text(2, 'graph'),
    ...constants.flatMap((constant) => message(5, tensorProto(constant))),
    ...inputs.flatMap((value) => message(11, valueInfo(value))),
    ...outputs.flatMap((value) => message(12, valueInfo(value))),
  ];
  const operators = [...text(1, ''), ...integer(2, OPERATOR_VERSION)];
  return Buffer.from([...integer(1, IR_VERSION), ...message(7, graph), ...message(8, operators)]);
}

function nodeProto({ op, inputs, outputs, attributes = {} }: NodeSpec): Bytes {
  return [
    ...inputs.flatMap((name) => text(1, name)),
    ...outputs.flatMap((name) => text(2, name)),
    ...text(4, op),
    ...Object.entries(attributes).flatMap(([name, value]) => message(5, attributeProto(name, value))),
  ];
}

function attributeProto(name: string, value: Attribute): Bytes {
  if (typeof value === 'number') return [...text(1, name), ...integer(3, value), ...integer(20, ATTRIBUTE_INT)];
  if ('float' in value) return [...text(1, name), ...float(2, value.float), ...integer(20, ATTRIBUTE_FLOAT)];
  return [...text(1, name), ...value.flatMap((item) => integer(8, item)), ...integer(20, ATTRIBUTE_INTS)];
}

function tensorProto({ name, type, dims, values }: ConstantSpec): Bytes {
  const raw =
    type === ElementType.float
      ? Buffer.from(Float32Array.from(values).buffer)
      : Buffer.from(BigInt64Array.from(values, BigInt).buffer);
  return [...dims.flatMap((size) => integer(1, size)), ...integer(2, type), ...text(8, name), ...message(9, [...raw])];
}

function valueInfo({ name, type, shape }: ValueSpec): Bytes {
  const sizes = shape.flatMap((size) => message(1, typeof size === 'number' ? integer(1, size) : text(2, size)));
  const tensor = [...integer(1, type), ...message(2, sizes)];
  return [...text(1, name), ...message(2, message(1, tensor))];
}

function message(field: number, bytes: Bytes): Bytes {
  return [...varint((field << 3) | WIRE_BYTES), ...varint(bytes.length), ...bytes];
}

function text(field: number, value: string): Bytes {
  return message(field, [...Buffer.from(value, 'utf8')]);
}

function integer(field: number, value: number): Bytes {
  return [...varint((field << 3) | WIRE_VARINT), ...varint(value)];
}

function float(field: number, value: number): Bytes {
  return [...varint((field << 3) | WIRE_32BIT), ...new Uint8Array(Float32Array.of(value).buffer)];
}

/** Base 128, negative numbers in two's complement of 64 bits. */
function varint(value: number): Bytes {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  return [...bytes, Number(rest)];
}
