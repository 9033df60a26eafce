import type { BulkJob } from '@steward/contracts/bulk'
import type { ImportConfig } from '@steward/contracts/sheet'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { upload } from '../sheet/sheet.fixture.ts'
import { columns, ended, none, preview, run } from './bulk.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  await app.application.startWorker()
  for (const [displayName, dataType, options] of [
    ['Seats', 'number', []],
    ['Since', 'date', []],
    ['Tier', 'singlePicklist', ['Gold']],
  ] as const) {
    const field = {
      displayName,
      dataType,
      columnLevel: 'account',
      picklistDefinition: options.map((value) => ({ value })),
    }
    expect((await admin.post('core/fields', field)).status).toBeLessThan(300)
  }
})
afterAll(() => app.stop())

type Config = Partial<ImportConfig> & Pick<ImportConfig, 'columns'>

const told = ({ counts, causes, newOptions, newParents }: BulkJob) => ({
  counts,
  causes,
  newOptions,
  newParents,
})

/** Previews and runs; both must say the same, in every number. */
async function both(config: Config): Promise<BulkJob> {
  const seen = await preview(admin, { level: 'account', config })
  const done = await run(admin, { level: 'account', config })
  expect(done.failure).toBeNull()
  expect(told(done)).toEqual(told(seen))
  return done
}

async function undo({ jobId }: BulkJob): Promise<void> {
  await admin.post(`core/entity/bulk/${jobId}/undo`)
  expect((await ended(admin, jobId)).undo).toMatchObject({ state: 40, kept: 0 })
}

const mapped = columns('externalId', 'name', 'seats', 'tier', 'organization')

async function fileOf(name: string, ...lines: string[]): Promise<string> {
  return upload(app, admin, name, ['id,name,seats,tier,parent', ...lines].join('\n'))
}

describe('cells that cannot be read', () => {
  it('are left out of rows that can do without them, and counted by cause', async () => {
    const uploadId = await fileOf(
      'cells.csv',
      'c1,One,12,Gold,',
      'c2,Two,many,Gold,',
      'c3,Three,lots,Silver,Nowhere Inc',
      'c4,Four,many,,',
      ',Five,7,Gold,',
    )
    const config = { uploadId, columns: mapped, key: ['externalId'] }
    expect((await preview(admin, { level: 'account', config })).counts).toEqual({
      ...none,
      create: 1,
      refused: 4,
    })
    const done = await both({ ...config, unreadableCells: 'leaveOut' })
    expect(done.counts).toEqual({ ...none, create: 4, refused: 1 })
    expect(done.causes).toMatchObject([
      {
        outcome: 'leftOut',
        field: 'seats',
        count: 3,
        values: [
          { text: 'many', count: 2 },
          { text: 'lots', count: 1 },
        ],
      },
      { outcome: 'leftOut', field: 'tier', count: 1, values: [{ text: 'Silver', count: 1 }] },
      { outcome: 'leftOut', field: 'organization', count: 1, values: [{ text: 'Nowhere Inc', count: 1 }] },
      { outcome: 'refused', field: 'system:externalId', count: 1, values: [] },
    ])
    const rows = await admin.get(`core/entity/bulk/${done.jobId}/rows?outcome=create`)
    expect(rows.body.data[1]).toMatchObject({ name: 'Two', problems: [{ field: 'seats' }] })
    await undo(done)
  })

  it('may be cut in the middle of a character, hold half of one, or look like one that cannot be stored', async () => {
    const cut = `${'x'.repeat(59)}😀`
    const text = [
      'id,name,seats,tier,parent',
      `o1,One,${cut}${'y'.repeat(1000)},,`,
      String.raw`o2,Two,C:\u0000,,`,
      'o3,Three,a\ud800b,,',
    ].join('\n')
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
    const uploadId = await upload(app, admin, 'odd.csv', bytes)
    const done = await both({
      uploadId,
      columns: mapped,
      key: ['externalId'],
      unreadableCells: 'leaveOut',
    })
    expect(done.counts).toEqual({ ...none, create: 3 })
    expect(done.causes.flatMap(({ values }) => values).map((value) => value.text)).toContain(
      String.raw`C:\u0000`,
    )
    await undo(done)
  })

  it('are repaired for all rows at once: to another text, to nothing, to a new option', async () => {
    const uploadId = await fileOf(
      'repairs.csv',
      'r1,One,a dozen,Silver,',
      'r2,Two,A Dozen,Tin,',
      'r3,Three,none,Silver,',
    )
    const repaired = mapped.map((one) => {
      if (one.target === 'seats')
        return {
          ...one,
          repairs: [
            { from: 'a dozen', to: '12' },
            { from: 'none', to: '' },
          ],
        }
      if (one.target === 'tier')
        return { ...one, repairs: [{ from: 'Tin', to: 'gold' }], newOptions: ['silver'] }
      return one
    })
    const done = await both({ uploadId, columns: repaired, key: ['externalId'] })
    expect(done).toMatchObject({
      counts: { ...none, create: 3 },
      causes: [],
      newOptions: [{ field: 'tier', values: ['Silver'] }],
    })
    const found = await admin.get('core/accounts?query=Two')
    expect(found.body.data[0].customFields.seats).toBe(12)
    await undo(done)
  })
})

const cell = {
  seats: fc.constantFrom('', '1', '2.5', 'many', 'n/a', '1,000', 'x"y'),
  tier: fc.constantFrom('', 'Gold', 'gold', 'Silver', 'Bronze'),
  parent: fc.constantFrom('', 'Fern Group', 'Moss Group'),
  id: fc.constantFrom('', 'a', 'b', 'c', 'd', 'e'),
}
const listOf = (map: Record<string, string>) => Object.entries(map).map(([from, to]) => ({ from, to }))
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

describe('random files with random repairs', () => {
  it('become what their previews say, and are undone', async () => {
    const file = fc.array(fc.tuple(cell.id, cell.seats, cell.tier, cell.parent), {
      minLength: 1,
      maxLength: 12,
    })
    const repairs = fc.record({
      seats: fc.dictionary(cell.seats, fc.constantFrom('', '7', 'still not')),
      tier: fc.dictionary(cell.tier, fc.constantFrom('', 'Gold', 'Copper')),
      newOptions: fc.subarray(['Silver', 'Copper']),
      createParents: fc.boolean(),
      unreadableCells: fc.constantFrom('refuse' as const, 'leaveOut' as const),
      key: fc.constantFrom<string[]>(['externalId'], ['name'], []),
    })
    await fc.assert(
      fc.asyncProperty(file, repairs, async (rows, choice) => {
        const lines = rows.map(([id, ...rest], at) => [id, `Name ${at % 5}`, ...rest].map(quoted).join(','))
        const uploadId = await fileOf('random.csv', ...lines)
        const chosen = mapped.map((one) => {
          if (one.target === 'seats') return { ...one, repairs: listOf(choice.seats) }
          if (one.target === 'tier')
            return { ...one, repairs: listOf(choice.tier), newOptions: choice.newOptions }
          return one.target === 'organization' ? { ...one, createParents: choice.createParents } : one
        })
        const { key, unreadableCells } = choice
        const done = await both({ uploadId, columns: chosen, key, unreadableCells })
        if (done.changeSetId !== null) await undo(done)
        expect((await admin.get('core/accounts')).body.totalEntityCount).toBe(0)
        expect((await admin.get('core/organizations')).body.totalEntityCount).toBe(0)
      }),
      { numRuns: 8 },
    )
  })
})
