import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import type { FieldService } from './index.ts'

let test: TestApp
let service: FieldService
let admin: Client
let viewer: Client
let stranger: Client

beforeAll(async () => {
  test = await startTestApp()
  service = test.application.modules.fields
  admin = await test.as('administrator')
  viewer = await test.as('viewer')
  stranger = await test.foreigner()
})
afterAll(() => test.stop())

describe('system fields', () => {
  it('are listed with the levels that have them', async () => {
    const { status, body } = await viewer.get('core/fields/system')
    expect(status).toBe(200)
    expect(body.data.map((field: { id: number }) => field.id)).toEqual([
      -1, -2, -3, -4, -5, -6, -7, -8, -9, -10,
    ])
    expect(body.data[2]).toEqual({
      id: -3,
      name: 'system:lifecycleStageId',
      label: 'Lifecycle Stage',
      dataType: 'lifecycleStage',
      levels: [1, 2, 3],
      required: true,
      isEditable: true,
      uploadable: true,
    })
  })

  it.each([
    ['organization', [-1, -2, -3, -4, -7, -8, -9]],
    ['3', [-1, -2, -3, -5, -7, -8, -10]],
  ])('are listed for the level %s', async (level, ids) => {
    const { body } = await viewer.get(`core/fields/system?level=${level}`)
    expect(body.data.map((field: { id: number }) => field.id)).toEqual(ids)
  })

  it('take what an administrator sets, and tell the catalogue', async () => {
    const before = await service.catalogue(test.tenantId, 3)
    expect(before.find('email')).toMatchObject({ required: true, editable: true })
    const { status, body } = await admin.put('core/fields/system/-5', { required: false, isEditable: false })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ id: -5, required: false, isEditable: false })
    const partly = await admin.put('core/fields/system/-5', { isEditable: true })
    expect(partly.body.data).toMatchObject({ required: false, isEditable: true })
    const after = await service.catalogue(test.tenantId, 3)
    expect(after.find('email')).toMatchObject({ required: false, editable: true })
    const { body: list } = await viewer.get('core/fields/system?level=contact')
    expect(list.data.find((field: { id: number }) => field.id === -5)).toEqual(partly.body.data)
    const { body: others } = await stranger.get('core/fields/system?level=contact')
    expect(others.data.find((field: { id: number }) => field.id === -5).required).toBe(true)
  })

  it.each([-1, -8, -9, -10])('that Steward fills (%i) cannot be made editable', async (id) => {
    const { status, body } = await admin.put(`core/fields/system/${id}`, { isEditable: true })
    expect(status).toBe(400)
    expect(body.reason).toBe('field.system_fixed')
    expect(body.fields.isEditable).toContain("can't be made editable")
  })

  it.each([
    ['5', {}, 404],
    ['-11', {}, 404],
    ['x', {}, 400],
    ['-3', { required: 'yes' }, 400],
    ['-3', { visible: true }, 400],
  ])('answer to the id %s with %j by %i', async (id, body, status) => {
    expect((await admin.put(`core/fields/system/${id}`, body)).status).toBe(status)
  })
})
