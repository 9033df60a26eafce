import { xssPayloads } from '../xss-payloads.ts'
import type { Random } from './random.ts'

/** Texts that other programs stumbled over. */
const texts: readonly string[] = [
  '',
  ' ',
  '0',
  '-1',
  'null',
  'undefined',
  'NaN',
  'true',
  '[]',
  '{}',
  '{"a":',
  "'",
  "' or '1'='1",
  "'; drop table record; --",
  "') union select 1, usename, passwd from pg_shadow --",
  String.raw`\'; select pg_sleep(5) --`,
  '1; select pg_sleep(5)',
  '%',
  '_',
  String.raw`\ `,
  '%00',
  'a\u0000b',
  '\ud800',
  '\u202Etxt.exe',
  'İıſ',
  '𝒳'.repeat(40),
  'ﷺ'.repeat(40),
  '../../../../etc/passwd',
  String.raw`..\..\windows\win.ini`,
  'file:///etc/passwd',
  'http://169.254.169.254/latest/meta-data/',
  'https://[::ffff:127.0.0.1]/',
  'javascript:alert(1)',
  '${7*7}',
  '{{7*7}}',
  '#{7*7}',
  '$(id)',
  '`id`',
  '=cmd|"/c calc"!A1',
  '\r\nSet-Cookie: a=b',
  '(a+)+$',
  '__proto__',
  'constructor',
  'toString',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31T23:59:59.999Z',
  '-271821-04-20',
  '1e309',
  '0x10',
  'x'.repeat(300),
  'x'.repeat(20_000),
]

const numbers: readonly number[] = [
  0,
  -0,
  -1,
  1,
  0.5,
  -0.1,
  1e-9,
  127,
  32_768,
  65_536,
  2_147_483_647,
  2_147_483_648,
  -2_147_483_649,
  4_294_967_296,
  9_007_199_254_740_991,
  9_007_199_254_740_992,
  2 ** 63,
  1e25,
  1.7e308,
]

function deep(levels: number): unknown {
  let value: unknown = 1
  for (let at = 0; at < levels; at += 1) value = at % 2 === 0 ? [value] : { and: value }
  return value
}

const shapes: readonly unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [null],
  [[]],
  [{}],
  { '': '' },
  { 'a\u0000b': 'c' },
  { $ne: null },
  { toString: 1, hasOwnProperty: null },
  { length: -1 },
  { value: 1 },
  Array.from({ length: 300 }, (_, at) => at),
  deep(200),
]

/** A text that seldom belongs where it is put. */
export function spoiltText(random: Random): string {
  return random.chance(0.15) ? random.pick(xssPayloads) : random.pick(texts)
}

export function spoiltNumber(random: Random): number {
  return random.pick(numbers)
}

/** A value of any kind that seldom belongs where it is put. */
export function spoiltValue(random: Random): unknown {
  const kind = random.below(3)
  if (kind === 0) return spoiltText(random)
  return kind === 1 ? spoiltNumber(random) : random.pick(shapes)
}
