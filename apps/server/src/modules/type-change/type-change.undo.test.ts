import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { create, defineField, edit, good, straySlots, undo } from '../record/record.fixture.ts'
import { accountsWith, changeType, freeSlots, typeOf, valuesIn } from './type-change.fixture.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

let made = 0
async function makeField(type: string) {
  made += 1
  return defineField(admin, 'account', `field_${made}`, type)
}

const path = (changeSetId: number | null) => `core/change-sets/${changeSetId}/undo`
const edited = 'Edited since, so the new value is kept.'

it('brings back type and values, but later edits', async () => {
  const { customColumnId: id, name } = await makeField('string')
  const before = ['12', 'a dozen', '13', '14', '15']
  const ids = await accountsWith(admin, name, before)
  const { changeSetId } = await changeType(admin, id, 'number')
  await edit(admin, 'accounts', ids[2] as number, { [name]: 99 })
  await edit(admin, 'accounts', ids[3] as number, { [name]: null })
  const later = await create(admin, 'accounts', { name: 'Later', [name]: 7 })
  const undone = await undo(admin, changeSetId as number)
  expect(undone).toMatchObject({
    undone: 3,
    kept: [
      { id: ids[2], name: 'Account 2', fields: [name], message: edited },
      { id: later, name: 'Later', fields: [name], message: edited },
    ],
  })
  const all = [...ids, later]
  const after = ['12', 'a dozen', '99', undefined, '15', '7']
  expect([await typeOf(admin, id), await valuesIn(admin, name, all)]).toEqual(['string', after])
  await freeSlots(app)
  expect(await straySlots(app)).toEqual([])
  expect((await admin.post(`core/change-sets/${changeSetId}/undo`)).body.reason).toBe('undo.done')

  // The undo is an act, too.
  const again = await undo(admin, undone.changeSetId)
  const numbers = [12, undefined, 99, undefined, 15, 7]
  expect([await typeOf(admin, id), await valuesIn(admin, name, all)]).toEqual(['number', numbers])
  expect(again).toMatchObject({ undone: 5, kept: [] })
  await undo(admin, again.changeSetId)
  expect([await typeOf(admin, id), await valuesIn(admin, name, all)]).toEqual(['string', after])
  await freeSlots(app)
  expect(await straySlots(app)).toEqual([])
})

it('brings back options with their ids', async () => {
  const field = await defineField(admin, 'account', 'plan', 'singlePicklist', {
    picklistDefinition: ['Free', 'Paid'],
  })
  const paid = field.picklistDefinition[1]?.id
  const ids = await accountsWith(admin, 'plan', [paid])
  const { changeSetId } = await changeType(admin, field.customColumnId, 'string')
  expect(await valuesIn(admin, 'plan', ids)).toEqual(['Paid'])
  const [{ changes }] = good(await admin.get(`core/accounts/${ids[0]}/history`)).data
  expect(changes).toMatchObject([{ beforeText: 'Paid', afterText: 'Paid' }])
  await undo(admin, changeSetId as number)
  expect(await valuesIn(admin, 'plan', ids)).toEqual([paid])
})

it('changes the type back where no value had to change', async () => {
  const { customColumnId: id, name } = await makeField('number')
  const ids = await accountsWith(admin, name, [5])
  const { changeSetId } = await changeType(admin, id, 'percentage')
  await undo(admin, changeSetId as number)
  expect([await typeOf(admin, id), await valuesIn(admin, name, ids)]).toEqual(['number', [5]])
})

it('is refused where the type changed again since, or by anyone but administrators', async () => {
  const { customColumnId: id, name } = await makeField('number')
  const first = await changeType(admin, id, 'string')
  const second = await changeType(admin, id, 'longText')
  const refused = await admin.post(path(first.changeSetId))
  expect([refused.status, refused.body.message]).toEqual([
    409,
    `The type of "${name}" was changed again since. Undo that change first.`,
  ])
  expect((await (await app.as('manager')).post(path(second.changeSetId))).status).toBe(403)
  await undo(admin, second.changeSetId as number)
  await undo(admin, first.changeSetId as number)
  expect(await typeOf(admin, id)).toBe('number')
})

it('leaves values of another type where they are when older changes are undone', async () => {
  const { customColumnId: id, name } = await makeField('string')
  const [account = 0, gone = 0] = await accountsWith(admin, name, ['first', 'second'])
  const cleared = await edit(admin, 'accounts', account, { [name]: null })
  const deleted = good(await admin.post('core/accounts', { globalFields: { name: 'Brief', [name]: 'x' } }))
  const { changeSetId } = await changeType(admin, id, 'number')
  expect(await undo(admin, cleared)).toMatchObject({
    undone: 0,
    kept: [{ id: account, message: 'The field had another type then, so the current value is kept.' }],
  })
  const restore = await admin.post(`core/accounts/${account}/restore-value`, {
    field: name,
    changeSetId: cleared,
  })
  expect([restore.status, restore.body.fields]).toEqual([
    400,
    { field: `${name} had another type then. Undo the change of its type to restore its values.` },
  ])
  expect(await valuesIn(admin, name, [account, gone])).toEqual([undefined, undefined])
  expect(deleted.changeSetId).toBeGreaterThan(0)
  // Once the type is what it was, so are the values.
  await undo(admin, changeSetId as number)
  await undo(admin, cleared)
  expect(await valuesIn(admin, name, [account, gone])).toEqual(['first', 'second'])
})
