import { describe, expect, it } from 'vitest'
import { writtenDateFormats } from '@steward/contracts/plain/cell-format'
import type { ColumnMapping } from '@steward/contracts/sheet'
import { levelOf } from '@steward/contracts/level'
import { type LevelField, mergeFields } from '../../entities/field/index.ts'
import type { ColumnGuess, Detection } from './bulk.calls.ts'
import { dayExample, numberExample } from './mapping/cell-example.ts'
import { mayCreateNamed, missingFields, targetsOf, withTarget } from './mapping/column-target.ts'
import { sizeText } from '../../entities/file/index.ts'
import { problemWithFile } from '../../entities/table-file/index.ts'
import { choicesFrom, configOf, decide, type ImportDraft } from './wizard/import-draft.ts'
import { keyFields, keyWays, wayOf } from './mapping/import-key.ts'
import { furtherOf, withReplaced } from './mapping/further-targets.ts'
import { openColumns } from './mapping/open-columns.ts'
import { countText, durationText } from './job-words.ts'
import { problemsOf } from './mapping/mapping-problems.ts'
import { placeFrom } from './wizard/wizard-place.ts'

const contacts = levelOf('contact')
const targets = targetsOf(contacts, mergeFields(contacts, [], []))
const column = (at: number, target: string | null): ColumnMapping => ({ column: at, target })
const detection: Detection = {
  uploadId: '00000000-0000-4000-8000-000000000000',
  settings: { format: 'csv', encoding: 'utf-8', delimiter: ',', quote: '"', header: true, skipLines: 0 },
  notes: [],
  sheets: [],
  estimatedRows: 2,
  columns: [],
  sample: [],
  reading: null,
  key: [],
  keyNote: null,
  earlier: null,
  imports: [],
}
const choices = (...columns: ColumnMapping[]) => ({ ...choicesFrom(detection), columns })
const file = (name: string, ...bytes: number[]) => new File([new Uint8Array(bytes)], name)
const field = (name: string) => targets.find((target) => target.name === name) ?? null
const draft = (keyChosen: boolean): ImportDraft => ({
  settings: {},
  choices: null,
  subject: null,
  keyChosen,
  mappingId: null,
  checked: null,
})

describe('examples of cells', () => {
  it.each([
    ['03/04/2026', 'DD/MM/YYYY', '2026-04-03'],
    ['03/04/2026', 'MM/DD/YYYY', '2026-03-04'],
    ['1.2.26', 'DD.MM.YY', '2026-02-01'],
    ['20260314', 'YYYYMMDD', '2026-03-14'],
    ['Mar 14, 2026', 'MMM D, YYYY', '2026-03-14'],
    ['14-March-99', 'D-MMM-YY', '1999-03-14'],
    ['2006-04-15T03:23:15.000Z', 'YYYY-MM-DD', '2006-04-15'],
    ['31/02/2026', 'DD/MM/YYYY', undefined],
    ['14/03/2026', 'MM/DD/YYYY', undefined],
    ['45000', 'serial', '2023-03-15'],
    ['45000.75', 'serial', '2023-03-15'],
    ['many', 'serial', undefined],
  ] as const)('%s as %s', (text, format, day) => {
    expect(dayExample(text, format)?.toISOString().slice(0, 10)).toBe(day)
  })

  it('every format reads a day that is written in it', () => {
    for (const format of writtenDateFormats) {
      const day = new Date(Date.UTC(2026, 10, 21))
      const text = format
        .replace('YYYY', '2026')
        .replace('YY', '26')
        .replace('MMM', 'Nov')
        .replace('MM', '11')
        .replace(/DD?/, '21')
      expect(dayExample(text, format), format).toEqual(day)
    }
  })

  it.each([
    ['1,234.56', '1,234.56', 1234.56],
    ['1.234,56 €', '1.234,56', 1234.56],
    ['1 234,5', '1 234,56', 1234.5],
    ["1'234.56", "1'234.56", 1234.56],
    ['(12.50)', '1,234.56', -12.5],
    ['-$3', '1,234.56', -3],
    ['.5', '1,234.56', 0.5],
    ['1.234,56', '1,234.56', null],
    ['12,34', '1,234.56', null],
    ['lots', '1,234.56', null],
  ] as const)('%s as %s', (text, format, value) => {
    expect(numberExample(text, format)).toBe(value)
  })
})

describe('files that cannot be imported', () => {
  it.each([
    [file('customers.csv'), /empty/],
    [file('customers.xls', 0xd0, 0xcf, 0x11, 0xe0), /old Excel file/],
    [file('customers.csv', 0x25, 0x50, 0x44, 0x46), /PDF/],
    [file('customers.xlsx', 0x41, 0x42), /not an .xlsx/],
    [file('customers.csv', 0x50, 0x4b, 3, 4), /compressed or an Excel file/],
    [file('customers.docx', 0x41), /not a table/],
  ])('%#', async (chosen, problem) => {
    expect(await problemWithFile(chosen)).toMatch(problem)
  })

  it('takes tables', async () => {
    expect(await problemWithFile(file('a.TSV', 0x41))).toBeNull()
    expect(await problemWithFile(file('a.xlsx', 0x50, 0x4b, 3, 4))).toBeNull()
  })
})

describe('a column that fills several fields', () => {
  const [name, about] = [column(0, 'name'), column(0, 'about')]
  const others = [column(1, 'system:email'), column(2, null)]
  const columns = [name, ...others, about]

  it('loses one of them, and keeps its own line filled', () => {
    expect(furtherOf(0, columns)).toEqual([about])
    expect(withReplaced(columns, about, column(0, null))).toEqual([name, ...others])
    expect(withReplaced(columns, name, column(0, null))).toEqual([about, ...others])
    expect(withReplaced([name, ...others], name, column(0, null))).toEqual([column(0, null), ...others])
  })

  it('changes one of them', () => {
    const mail = column(0, 'system:email')
    expect(withReplaced(columns, about, mail)).toEqual([name, ...others, mail])
    expect(withReplaced(columns, name, mail)).toEqual([mail, ...others, about])
  })
})

describe('mapping', () => {
  it('offers what an upload may fill, and asks for what is required', () => {
    expect(targets.map(({ name }) => name)).toContain('system:pulse')
    expect(targets.map(({ name }) => name)).not.toContain('entityArchived')
    const missing = missingFields(targets, [column(0, 'name')]).map(({ name }) => name)
    expect(missing).toContain('system:email')
    expect(missing).not.toContain('name')
  })

  it('names what is wrong', () => {
    expect(problemsOf(choices(column(0, null)), targets)).toEqual(['Match at least one column to a field.'])
    expect(problemsOf(choices(column(0, 'about')), targets)[0]).toMatch(/Match a column to Name/)
    const twice = choices(column(0, 'name'), column(1, 'system:email'), column(2, 'system:email'))
    expect(problemsOf(twice, targets)).toEqual(['Two columns are matched to Email. Skip one of them.'])
    const joined = choices(column(0, 'name'), column(1, 'name'))
    expect(problemsOf(joined, targets)).toEqual([])
    expect(problemsOf({ ...joined, mode: 'update' }, targets)[0]).toMatch(/identify a record/)
  })

  it('takes no value for new records that cannot be read', () => {
    const since = { ...targets[0]!, name: 'since', displayName: 'Since', kind: 'date' as const }
    const seats = { ...targets[0]!, name: 'seats', displayName: 'Seats', kind: 'number' as const }
    const mapping = choices(column(0, 'name'), column(1, 'system:email'))
    const problemsWith = (defaults: Record<string, unknown>, mode = mapping.mode) =>
      problemsOf({ ...mapping, mode, defaults }, [...targets, since, seats])
    expect(problemsWith({ since: '2026-03-14', seats: 4 })).toEqual([])
    expect(problemsWith({ since: 'soon', seats: Number.NaN })).toEqual([
      'The value for Since cannot be read.',
      'The value for Seats cannot be read.',
    ])
    const updating = { ...mapping, mode: 'update' as const, defaults: { since: 'soon' } }
    expect(problemsWith(updating.defaults, 'update').join()).not.toMatch(/cannot be read/)
    expect(configOf(detection, updating).defaults).toEqual({})
  })

  it('starts a target from its usual way of matching', () => {
    expect(withTarget(column(3, null), field('account'))).toEqual({
      column: 3,
      target: 'account',
      match: 'name',
    })
    expect(withTarget({ ...column(3, 'account'), match: 'name' }, null)).toEqual({ column: 3, target: null })
  })

  it('offers to create named records of other levels, by what they may be called', () => {
    const account = field('account') as LevelField
    expect(mayCreateNamed(contacts, account, 'name')).toBe(true)
    expect(mayCreateNamed(contacts, account, 'externalId')).toBe(true)
    expect(mayCreateNamed(contacts, account, 'id')).toBe(false)
    expect(mayCreateNamed(contacts, { ...account, dataType: 'contact' }, 'name')).toBe(false)
    expect(mayCreateNamed(levelOf('account'), account, 'name')).toBe(false)
    expect(mayCreateNamed(levelOf('organization'), account, 'name')).toBe(true)
  })

  it('lets the key follow the columns until somebody chooses it', () => {
    const before = choices(column(0, 'name'), column(1, null))
    const named = decide(draft(false), before, { columns: [column(0, 'name'), column(1, null)] })
    expect(named.choices?.key).toEqual(['name'])
    const surer = decide(
      draft(false),
      { ...before, key: ['name'] },
      { columns: [column(0, 'name'), column(1, 'system:externalId')] },
    )
    expect(surer.choices?.key).toEqual(['system:externalId'])
    expect(decide(draft(true), before, { columns: [column(0, 'name')] }).choices?.key).toEqual([])
    expect(decide(draft(false), before, { key: [] }).keyChosen).toBe(true)
  })

  it('sends only what counts', () => {
    const config = configOf(detection, {
      ...choices(column(0, 'name'), column(1, null)),
      key: ['name', 'system:email'],
      defaults: { account: 7, name: 'never', organization: null },
    })
    expect(config).toMatchObject({ columns: [column(0, 'name')], key: ['name'], defaults: { account: 7 } })
    expect(config.uploadId).toBe(detection.uploadId)
  })

  it('offers the mapped fields as keys, the surest first', () => {
    const mapped = choices(column(0, 'name'), column(1, 'system:email'), column(2, 'about'))
    const fields = keyFields(mapped, targets)
    expect(keyWays(fields, contacts).map(({ value }) => value)).toEqual([
      'system:email',
      'name',
      'several',
      'none',
    ])
    expect(wayOf([], fields)).toBe('none')
    expect(wayOf(['name'], fields)).toBe('name')
    expect(wayOf(['name', 'system:email'], fields)).toBe('several')
  })
})

describe('words', () => {
  it('counts, sizes and spans', () => {
    expect([countText(1, 'row'), countText(1204, 'account')]).toEqual(['1 row', '1,204 accounts'])
    expect([sizeText(0), sizeText(1536), sizeText(22_835_921)]).toEqual(['0 bytes', '1.5 KB', '22 MB'])
    expect([durationText(0.2), durationText(90), durationText(4800)]).toEqual(['1 s', '2 min', '1 h 20 min'])
  })
})

it('an address without a file leads to the first step', () => {
  expect(placeFrom({ level: 'accounts', step: 'check' })).toMatchObject({ step: 'file', upload: null })
  const place = placeFrom({ level: 'contact', step: 'check', upload: 'u', preview: 12 })
  expect(place).toEqual({ level: contacts, step: 'check', upload: 'u', preview: 12 })
})

const guessAt = (at: number, misfits = 0) =>
  ({ column: at, name: `c${at}`, misfits: { count: misfits, samples: [] } }) as unknown as ColumnGuess

describe('columns that ask for a decision', () => {
  const wide = { ...detection, columns: [0, 1, 2, 3, 4, 5].map((at) => guessAt(at, at === 5 ? 2 : 0)) }
  const names = ['name', 'system:externalId', null, 'account', 'about', 'system:email']
  const mapped = choices(...names.map((target, at) => column(at, target)))

  it('are those that go nowhere, name other records, or have values that do not fit', () => {
    expect([...openColumns(wide, mapped, targets)]).toEqual([2, 3, 5])
  })

  it('are those that clash, and all columns of a small file', () => {
    const twice = 'system:lifecycleStageId'
    const clashing = choices(...names.map((target, at) => column(at, at === 1 || at === 4 ? twice : target)))
    expect([...openColumns(wide, clashing, targets)]).toEqual([1, 2, 3, 4, 5])
    const small = { ...wide, columns: wide.columns.slice(0, 5) }
    expect(openColumns(small, mapped, targets).size).toBe(5)
  })
})
