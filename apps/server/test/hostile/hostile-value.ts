/** A place in a JSON body: the keys that lead there. */
export type Path = readonly (string | number)[]

/** A value that cannot be written with JSON.stringify stands for its JSON text. */
class RawJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const deep = 12_000

/** Values that seldom belong where they are put. */
export const hostileValues: Record<string, unknown> = {
  null: null,
  text: 'text',
  'a blank text': '  ',
  'an empty list': [],
  'an empty object': {},
  'a list of null': [null],
  'a null byte': 'a\u0000b',
  'an object with a null byte': { 'a\u0000b': 'c\u0000d' },
  'half a surrogate pair': new RawJson(String.raw`"a\ud800b"`),
  'a list with half a surrogate pair': new RawJson(String.raw`["a\ud800b"]`),
  'a key of half a surrogate pair': new RawJson(String.raw`{"a\udc00":1}`),
  'a negative number': -1,
  'a number past 32 bits': 3_000_000_000,
  'a list with a number past 32 bits': [3_000_000_000],
  'the largest number': 1.7e308,
  'a number past all numbers': new RawJson('1e999'),
  'a long text': 'x'.repeat(120_000),
  'a long list': Array.from({ length: 10_000 }, () => 1),
  'deep lists': new RawJson('['.repeat(deep) + ']'.repeat(deep)),
  'deep objects': new RawJson('{"a":'.repeat(deep) + '1' + '}'.repeat(deep)),
  'names of every object': { toString: 1, hasOwnProperty: 1, valueOf: null, length: -1 },
  'a constructor': { constructor: 1 },
}

/** Every place in a value but its root. */
export function pathsIn(value: unknown, base: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => {
    const path = [...base, Array.isArray(value) ? Number(key) : key]
    return [path, ...pathsIn(item, path)]
  })
}

function textAt(value: unknown, path: Path, replacement: string): string {
  const [first, ...rest] = path
  if (first === undefined) return replacement
  if (Array.isArray(value)) {
    const items = value.map((item, at) =>
      at === first ? textAt(item, rest, replacement) : JSON.stringify(item),
    )
    return `[${items.join(',')}]`
  }
  const entries = Object.entries({
    ...(value as object),
    [first]: (value as Record<string, unknown>)[first] ?? null,
  })
  const members = entries.map(
    ([key, item]) =>
      `${JSON.stringify(key)}:${key === first ? textAt(item, rest, replacement) : JSON.stringify(item)}`,
  )
  return `{${members.join(',')}}`
}

/** The JSON text of a body in which the value at a path is replaced. */
export function withValueAt(body: unknown, path: Path, value: unknown): string {
  return textAt(body, path, value instanceof RawJson ? value.text : JSON.stringify(value))
}

/** Values of a query, percent-encoded. */
export const hostileQueries = [
  'a%00b',
  '%ED%A0%80',
  '-1',
  '1.5',
  '1e25',
  '99999999999999999999',
  'NaN',
  '%E0%A4%A',
  'x'.repeat(5000),
  '%27%3B%20drop%20table%20record%3B--',
  '%25_%5C',
  '%7B%22__proto__%22%3A1%7D',
  '[]',
  'null',
]

/** Parts of a path, percent-encoded. */
export const hostilePathParts = [
  '%00',
  'a%00b',
  '0',
  '-1',
  '1.5',
  '1e25',
  '9007199254740991',
  '9007199254740993',
  '%ED%A0%80',
  'NaN',
  'null',
  '__proto__',
  'constructor',
  '%E0%A4%A',
  '%',
  '..%2F..',
  'x'.repeat(1000),
]
