import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { defineField, edit, good, list } from '../record/record.fixture.ts'
import { upload } from '../sheet/sheet.fixture.ts'
import {
  bothParts,
  ended,
  everything,
  fileOf,
  listed,
  none,
  run,
  undoWhole,
  type Listed,
  type SendFile,
} from './bulk.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  await app.application.startWorker()
})
afterAll(() => app.stop())

const send: SendFile = (fileName, content) => upload(app, admin, fileName, content)

const parentsOf = async (): Promise<string[]> => {
  const all = await listed(admin, 'organization')
  const nameOf = new Map(
    all.map((record) => [(record as { organizationId?: number }).organizationId, record.globalFields.name]),
  )
  return all
    .flatMap(({ globalFields: { name }, customFields }) =>
      customFields['parent'] === undefined || customFields['parent'] === null
        ? []
        : [`${name} < ${nameOf.get(customFields['parent'] as number)}`],
    )
    .toSorted()
}

describe('rows that name one another', () => {
  beforeAll(() => defineField(admin, 'organization', 'parent', 'organization'))

  it('are linked once all of them have their records, in any order', async () => {
    const before = await everything(admin)
    const file = await fileOf(
      send,
      'organization',
      'externalId,name,parent',
      'h3,Team,Division',
      'h2,Division,Holding',
      'h1,Holding,',
      'h4,Other,Nowhere',
    )
    const leaving = { ...file, config: { ...file.config, unreadableCells: 'leaveOut' as const } }
    const done = await bothParts(admin, [leaving])
    expect(done.parts.map(({ counts, linksRows }) => [counts.create, counts.update, linksRows])).toEqual([
      [4, 0, false],
      [0, 2, true],
    ])
    expect(done).toMatchObject({ counts: { ...none, create: 4 }, rowsRead: 4, rowsTotal: 4 })
    expect(done.causes).toMatchObject([{ outcome: 'leftOut', field: 'parent', count: 1 }])
    expect(await parentsOf()).toEqual(['Division < Holding', 'Team < Division'])
    const again = await run(admin, leaving)
    expect(again.parts.map(({ counts }) => counts.unchanged)).toEqual([4, 4])
    await undoWhole(admin, done)
    expect(await everything(admin)).toBe(before)
  })

  it('keep what is edited later, and continue with the files beside them', async () => {
    const organizations = await fileOf(
      send,
      'organization',
      'externalId,name,parent',
      'k2,Below,Above',
      'k1,Above,',
    )
    const accounts = await fileOf(send, 'account', 'externalId,name,organization', 'k3,Site,Below')
    const done = await bothParts(admin, [accounts, organizations])
    expect(done.parts.map(({ level, linksRows }) => [level, linksRows])).toEqual([
      [1, false],
      [1, true],
      [2, false],
    ])
    const site = (await list(admin, 'accounts', { pageSize: 200 })).data.find(
      ({ globalFields }: Listed) => globalFields.name === 'Site',
    )
    await edit(admin, 'accounts', site.accountId, { name: 'Mine' })
    good(await admin.post(`core/entity/bulk/${done.jobId}/undo`))
    expect((await ended(admin, done.jobId)).undo).toMatchObject({ state: 40 })
  })
})
