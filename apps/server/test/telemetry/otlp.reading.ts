/** A span as a collector is sent it. */
export interface SentSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId: string
  attributes: Record<string, unknown>
  links: { traceId: string; spanId: string }[]
  isError: boolean
}

interface Field {
  id: number
  /** Bytes of a message or a text, or a number. */
  value: Buffer | bigint
}

function readVarint(bytes: Buffer, start: number): { value: bigint; end: number } {
  let value = 0n
  let at = start
  for (let shift = 0n; ; shift += 7n) {
    const byte = bytes[at] ?? 0
    at += 1
    value |= BigInt(byte & 0x7f) << shift
    if (byte < 0x80) return { value, end: at }
  }
}

/** The fields of a message of Protocol Buffers, one level deep. */
function* fieldsOf(bytes: Buffer): Generator<Field> {
  for (let at = 0; at < bytes.length;) {
    const tag = readVarint(bytes, at)
    const id = Number(tag.value >> 3n)
    const kind = Number(tag.value & 7n)
    at = tag.end
    if (kind === 0) {
      const { value, end } = readVarint(bytes, at)
      at = end
      yield { id, value }
    } else {
      const length = kind === 2 ? readVarint(bytes, at) : { value: kind === 1 ? 8n : 4n, end: at }
      at = length.end + Number(length.value)
      yield { id, value: bytes.subarray(length.end, at) }
    }
  }
}

function messages(bytes: Buffer, id: number): Buffer[] {
  return [...fieldsOf(bytes)].flatMap((field) =>
    field.id === id && Buffer.isBuffer(field.value) ? [field.value] : [],
  )
}

const text = (bytes: Buffer, id: number) => messages(bytes, id)[0]?.toString('utf8') ?? ''
const hex = (bytes: Buffer, id: number) => messages(bytes, id)[0]?.toString('hex') ?? ''

/** AnyValue: text is field 1, a whole number 3. */
function valueOf(bytes: Buffer): unknown {
  for (const { id, value } of fieldsOf(bytes)) {
    if (id === 1) return (value as Buffer).toString('utf8')
    if (id === 3) return Number(value)
  }
  return undefined
}

function attributesOf(bytes: Buffer): Record<string, unknown> {
  return Object.fromEntries(
    messages(bytes, 9).map((pair) => [text(pair, 1), valueOf(messages(pair, 2)[0] ?? Buffer.alloc(0))]),
  )
}

function isError(bytes: Buffer): boolean {
  const [status] = messages(bytes, 15)
  return status !== undefined && [...fieldsOf(status)].some(({ id, value }) => id === 3 && value === 2n)
}

/** The spans of an ExportTraceServiceRequest, by the numbers that opentelemetry-proto gives its fields. */
export function readTraces(body: Buffer): SentSpan[] {
  const scopes = messages(body, 1).flatMap((resource) => messages(resource, 2))
  const spans = scopes.flatMap((scope) => messages(scope, 2))
  return spans.map((span) => ({
    traceId: hex(span, 1),
    spanId: hex(span, 2),
    parentSpanId: hex(span, 4),
    name: text(span, 5),
    attributes: attributesOf(span),
    links: messages(span, 13).map((link) => ({ traceId: hex(link, 1), spanId: hex(link, 2) })),
    isError: isError(span),
  }))
}
