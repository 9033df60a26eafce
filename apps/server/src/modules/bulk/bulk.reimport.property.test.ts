import type { BulkJob } from '@steward/contracts/bulk'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, defineField, edit, good, list } from '../record/record.fixture.ts'
import { upload } from '../sheet/sheet.fixture.ts'
import { columns, ended, preview, run, type ImportInput } from './bulk.fixture.ts'

let app: TestApp
let admin: Client
const accountNames = ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm']
const accounts: number[] = []

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  await app.application.startWorker()
  await defineField(admin, 'account', 'memo', 'string')
  const organizations: number[] = []
  for (const name of ['North', 'South', 'West']) {
    organizations.push(await create(admin, 'organizations', { name, externalId: name }))
  }
  for (const [at, name] of accountNames.entries()) {
    const organization = at === 4 ? {} : { organization: organizations[at % 3] }
    accounts.push(await create(admin, 'accounts', { name, externalId: `x${at}`, ...organization }))
  }
  for (const at of [0, 0, 1, 4]) {
    await create(admin, 'contacts', { name: `Contact of ${at}`, account: accounts[at] })
  }
})
afterAll(() => app.stop())

interface Listed {
  globalFields: Record<string, unknown>
  customFields: Record<string, unknown>
}

/** Everything that people see of all records, without when they changed. */
async function stateOfAll(): Promise<string> {
  const levels = await Promise.all(
    (['organizations', 'accounts', 'contacts'] as const).map((plural) =>
      list(admin, plural, { pageSize: 200 }),
    ),
  )
  const records = levels.flatMap(({ data }: { data: Listed[] }) =>
    data.map(({ globalFields, customFields }) =>
      JSON.stringify({ ...globalFields, ...customFields, updatedAt: null }),
    ),
  )
  return records.toSorted().join('\n')
}

const told = ({ counts, findings, causes, newParents }: BulkJob) => ({
  counts,
  findings,
  causes,
  newParents,
})

const row = fc.record({
  id: fc.constantFrom('x0', 'x1', 'x2', 'x3', 'x4', 'new', ''),
  name: fc.constantFrom('Alder', 'Zebra', 'Birch and sons', ''),
  parent: fc.constantFrom('North', 'South', 'West', 'Elsewhere', ''),
})

const choices = fc.record({
  changedParents: fc.constantFrom('move' as const, 'keep' as const),
  missingRecords: fc.constantFrom('leave' as const, 'list' as const, 'archive' as const, 'set' as const),
  emptyCells: fc.constantFrom('keep' as const, 'clear' as const),
  unreadableCells: fc.constantFrom('refuse' as const, 'leaveOut' as const),
  mode: fc.constantFrom('createOrUpdate' as const, 'update' as const, 'create' as const),
  key: fc.constantFrom<string[]>(['externalId'], ['name']),
})

const columnsOf = (createParents: boolean) =>
  columns('externalId', 'name', 'organization').map((one, at) => (at === 2 ? { ...one, createParents } : one))

it('any next version of a file becomes what its preview says, and its undo restores all but later edits', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 6 }),
      choices,
      fc.boolean(),
      fc.integer({ min: 0, max: 4 }),
      fc.constantFrom('memo', 'name'),
      async (rows, chosen, createParents, edited, field) => {
        const lines = rows.map(({ id, name, parent }) => `${id},${name},${parent}`)
        const uploadId = await upload(app, admin, 'next.csv', ['id,name,parent', ...lines].join('\n'))
        const missingValues = { about: 'Missing' }
        const config = { uploadId, columns: columnsOf(createParents), ...chosen, missingValues }
        const input: ImportInput = { level: 'account', config }
        const before = await stateOfAll()
        const seen = await preview(admin, input)
        expect(await stateOfAll()).toBe(before)
        const done = await run(admin, input)
        expect(done.failure).toBeNull()
        expect(told(done)).toEqual(told(seen))
        // A later edit, of a field that the import leaves alone or of one that it may have changed.
        const later = accounts[edited] as number
        await edit(admin, 'accounts', later, { [field]: 'Edited' })
        if (done.changeSetId !== null) {
          good(await admin.post(`core/entity/bulk/${done.jobId}/undo`))
          const { undo } = await ended(admin, done.jobId)
          expect(undo?.state).toBe(40)
          expect(undo?.kept).toBeLessThanOrEqual(field === 'memo' ? 0 : 1)
        }
        expect(await stateOfAll()).not.toBe(before)
        const was = field === 'name' ? accountNames[edited] : null
        await edit(admin, 'accounts', later, { [field]: was })
        expect(await stateOfAll()).toBe(before)
      },
    ),
    {
      numRuns: 12,
      examples: [
        // An account without an organization gets a new one, while others stay where they are.
        [
          [{ id: 'x4', name: 'Alder', parent: 'Elsewhere' }],
          {
            changedParents: 'keep',
            missingRecords: 'leave',
            emptyCells: 'keep',
            unreadableCells: 'refuse',
            mode: 'createOrUpdate',
            key: ['externalId'],
          },
          true,
          0,
          'memo',
        ],
      ],
    },
  )
})
