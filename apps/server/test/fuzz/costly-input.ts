import { eml } from '../../src/modules/email/email.fixture.ts'
import type { Random } from './random.ts'

/** Inputs of one kind, by what is odd about them; each is sent as it is. */
export interface CostlyInput {
  kind: string
  name: string
  /** Where it is sent. */
  to: 'mail' | 'sheet' | 'image' | 'formula' | 'cell' | 'note' | 'json'
  fileName?: string
  /** Whether it is sound, so that it has to be accepted. */
  isSound?: boolean
  bytes: Buffer
}

const million = 1_000_000

/** The same bytes with some of them exchanged. */
function spoilt(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes)
  for (let times = 0; times < 40; times += 1) copy[random.below(copy.length)] = random.below(256)
  return copy
}

function paragraphs(count: number, text: string): string {
  const content = Array.from({ length: count }, () => ({
    type: 'paragraph',
    content: [{ type: 'text', text }],
  }))
  return JSON.stringify({ type: 'doc', plainText: text, content })
}

function nested(depth: number): string {
  const inner = '{"type":"paragraph","content":[{"type":"text","text":"x"}]}'
  const open = '{"type":"bulletList","content":[{"type":"listItem","content":['
  return `{"type":"doc","plainText":"x","content":[${open.repeat(depth)}${inner}${']}]}'.repeat(depth)}]}`
}

const attachment = (megabytes: number): string => {
  const line = `${'QUJD'.repeat(19)}\r\n`
  const body = line.repeat(Math.floor((megabytes * million) / line.length))
  return [
    '--b\r\nContent-Type: text/plain\r\n\r\nSee the file.',
    '--b\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename=a.bin',
    `Content-Transfer-Encoding: base64\r\n\r\n${body}\r\n--b--\r\n`,
  ].join('\r\n')
}

const soundMail = '24 MB with an attachment'

const mails = (random: Random): [string, Buffer][] => [
  [soundMail, eml({ type: 'multipart/mixed; boundary=b', body: attachment(23.5) })],
  ['line ends', Buffer.from('\n'.repeat(5 * million))],
  ['boundaries without parts', eml({ type: 'multipart/mixed; boundary=a', body: '--a\n\n'.repeat(million) })],
  ['a long header', eml({ more: `X-Long: ${'x'.repeat(5 * million)}` })],
  ['ten thousand recipients', eml({ cc: 'a@x.test, '.repeat(10_000) })],
  ['spoilt bytes', spoilt(eml({ body: 'Hello\r\n'.repeat(100_000) }), random)],
]

const pages: [string, string][] = [
  ['tags that never end', '<div>'.repeat(million)],
  ['a table of a million cells', `<table>${'<td>x'.repeat(million)}</table>`],
  ['attributes', `<p ${'a=b '.repeat(million)}>x</p>`],
  ['entities', '&amp;&lt;&#x41;'.repeat(300_000)],
  ['styles', `<style>${'a{b:c}'.repeat(500_000)}</style>`],
]

const tables: [string, string][] = [
  ['line ends', '\n'.repeat(5 * million)],
  ['quotes', '"'.repeat(5 * million)],
  ['one row of a million cells', 'a,'.repeat(million)],
  ['one cell of 10 MB', `a,b\n${'x'.repeat(10 * million)},y\n`],
]

const notes: [string, string][] = [
  ['7,000 paragraphs', paragraphs(7000, 'x')],
  ['lists in lists', nested(8000)],
  ['one word of 400,000 letters', paragraphs(1, 'x'.repeat(400_000))],
]

const bodies: [string, string][] = [
  ['deep lists', `{"globalFields":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
  ['many members', `{"globalFields":{${Array.from({ length: 50_000 }, (_, at) => `"m${at}":1`).join(',')}}}`],
  ['a long text', `{"globalFields":{"name":"${'x'.repeat(900_000)}"}}`],
]

const formulas: [string, string][] = [
  ['additions', '1+'.repeat(2000) + '1'],
  ['brackets', `${'('.repeat(2000)}1${')'.repeat(2000)}`],
  ['functions', `${'if(1>0,'.repeat(600)}1${',0)'.repeat(600)}`],
]

const dates: [string, string][] = [
  ['digits', '1'.repeat(2000)],
  ['separators', '-/.'.repeat(600)],
  ['spaces', `2026${' '.repeat(2000)}-01-01`],
]

const asText = (kind: string, to: CostlyInput['to'], given: readonly [string, string][]): CostlyInput[] =>
  given.map(([name, text]) => ({ kind, name, to, bytes: Buffer.from(text) }))

/** What strangers may send, of every kind that Steward parses; `workbook` and `picture` are sound ones. */
export function costlyInputs(random: Random, workbook: Buffer, picture: Buffer): CostlyInput[] {
  const ofFile = (kind: string, to: CostlyInput['to'], fileName: string, sound: Buffer): CostlyInput[] => [
    { kind, name: 'a sound one', to, fileName, isSound: true, bytes: sound },
    { kind, name: 'spoilt bytes', to, fileName, bytes: spoilt(sound, random) },
    { kind, name: 'its first half', to, fileName, bytes: sound.subarray(0, sound.length / 2) },
  ]
  return [
    ...mails(random).map(([name, bytes]): CostlyInput => {
      return { kind: 'mail', name, to: 'mail', isSound: name === soundMail, bytes }
    }),
    ...pages.map(([name, body]): CostlyInput => {
      return { kind: 'HTML', name, to: 'mail', bytes: eml({ type: 'text/html', body }) }
    }),
    ...ofFile('XLSX', 'sheet', 'a.xlsx', workbook),
    ...asText('CSV detection', 'sheet', tables).map((one) => ({ ...one, fileName: 'a.csv' })),
    ...ofFile('image', 'image', 'a.png', picture),
    ...asText('date', 'cell', dates),
    ...asText('formula', 'formula', formulas),
    ...asText('pasted rich text', 'note', notes),
    ...asText('JSON body', 'json', bodies),
  ]
}
