import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
})
afterAll(() => app.stop())

const url = 'company/appearance'
const dataOf = async (client: Client) => (await client.get(url)).body.data

it('the color of a company is read by everyone, and changed by administrators, with an entry in the audit log', async () => {
  const viewer = await app.as('viewer')
  expect(await dataOf(viewer)).toEqual({ name: expect.any(String), color: null })
  expect((await (await app.as('manager')).put(url, { color: '#123456' })).status).toBe(403)
  expect((await admin.put(url, { color: '#0B5CAD' })).body.data.color).toBe('#0b5cad')
  expect((await dataOf(viewer)).color).toBe('#0b5cad')
  expect((await dataOf(await app.foreigner())).color).toBeNull()
  expect((await admin.put(url, { color: null })).body.data.color).toBeNull()
  const { body } = await admin.get('audit?action=company.color_changed')
  expect(body.data.map(({ summary }: { summary: string }) => summary)).toEqual([
    'Removed the color of the company',
    'Made #0b5cad the color of the company',
  ])
})

it.each(['', 'red', '#12', '#12345g', '#0b5cad;}', 7, undefined])('%j is no color', async (color) => {
  expect(await admin.put(url, { color })).toMatchObject({
    status: 400,
    body: { fields: { color: expect.any(String) } },
  })
})
