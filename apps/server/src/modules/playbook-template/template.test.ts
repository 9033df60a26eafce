import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'

let app: TestApp
let manager: Client

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.as('manager')
})
afterAll(() => app.stop())

const url = 'playbook/playbook-templates'
let count = 0
const playbook = (change: object = {}) => ({
  name: `Onboarding ${(count += 1)}`,
  level: 'account',
  steps: [
    { key: 'first', title: 'Call {{record.name}}' },
    { key: 'second', title: 'Follow up', offset: { from: 'step', step: 'first', days: 3 } },
  ],
  ...change,
})

async function create(change: object = {}) {
  const { status, body } = await manager.post(url, playbook(change))
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

const faults = async (change: object) => (await manager.post(url, playbook(change))).body.fields

const waiting = (key: string, step: string) => ({ key, title: key, offset: { from: 'step', step, days: 0 } })

/** A step whose description shows a picture. */
function picturedStep(imageUid: string) {
  const attrs = { src: `/api/file-management/images/${imageUid}`, alt: 'Plan' }
  const description = JSON.stringify({ type: 'doc', content: [{ type: 'image', attrs }] })
  return { key: 'look', title: 'Look', description }
}

describe('a playbook', () => {
  it('is created inactive, and found once it is active', async () => {
    const made = await create({ name: 'Renewal' })
    expect(made).toMatchObject({ status: 'inactive', version: 1, runningInstances: 0, mayEdit: true })
    expect(made.steps[0]).toMatchObject({ assignee: { rule: 'primaryOwner' }, dayOff: 'after' })
    const search = async () => (await manager.get(`${url}/search?entity=account&name=renew`)).body.data
    expect(await search()).toEqual([])
    const { body } = await manager.post(`${url}/${made.templateId}/active`)
    expect(body.data.status).toBe('active')
    expect(await search()).toHaveLength(1)
    const { body: page } = await manager.get(`${url}?name=renew&pageSize=10`)
    expect(page).toMatchObject({ itemCount: 1, totalItemCount: 1, page: 1 })
  })

  it('gets another version with each save, and its change log names what differs', async () => {
    const made = await create()
    const [first, second] = made.steps
    const steps = [
      { ...first, stepId: undefined, title: 'Write to {{record.name}}' },
      { key: 'third', title: 'Close' },
    ]
    const { body } = await manager.put(`${url}/${made.templateId}`, playbook({ steps, baseVersion: 1 }))
    expect(body.data).toMatchObject({ version: 2, steps: [{ stepId: first.stepId }, { key: 'third' }] })
    const { body: log } = await manager.get(`${url}/${made.templateId}/changelog`)
    expect(log.data).toMatchObject([
      {
        action: 'saved',
        version: 2,
        keys: ['name'],
        steps: [
          { stepId: first.stepId, kind: 'changed', keys: ['title'] },
          { title: 'Close', kind: 'added' },
          { stepId: second.stepId, kind: 'removed' },
        ],
      },
      { action: 'created', version: 1 },
    ])
    const { body: ofStep } = await manager.get(`${url}/task-templates/${second.stepId}/changelog`)
    expect(ofStep.data[0].steps).toMatchObject([{ kind: 'removed' }])
    const stale = await manager.put(`${url}/${made.templateId}`, playbook({ baseVersion: 1 }))
    expect(stale).toMatchObject({ status: 409, body: { reason: 'playbook.changed' } })
  })

  it('that says the same is no other version', async () => {
    const input = playbook()
    const { body } = await manager.post(url, input)
    expect((await manager.put(`${url}/${body.data.templateId}`, input)).body.data.version).toBe(1)
  })

  it('keeps the pictures that its descriptions show', async () => {
    const { owner } = app.application.platform.database
    const [first, second] = ['a'.repeat(32), 'b'.repeat(32)]
    for (const uid of [first, second]) {
      await owner.query(
        `insert into image (tenant_id, image_uid, media_type, size, width, height, created_by, created_at)
         values ($1, $2, 'image/png', 1, 1, 1, $3, now())`,
        [app.tenantId, uid, manager.actor.userId],
      )
    }
    const { templateId, name } = await create({ steps: [picturedStep(first)] })
    const saved = await manager.put(`${url}/${templateId}`, {
      ...playbook({ name }),
      steps: [picturedStep(second)],
    })
    expect(saved.status).toBe(200)
    const { rows } = await owner.query(
      'select image_uid from image where kept and tenant_id = $1 order by 1',
      [app.tenantId],
    )
    expect(rows.map((row: { image_uid: string }) => row.image_uid)).toEqual([first, second])
  })

  it('with steps that wait for each other is refused at one of them', async () => {
    expect(await faults({ steps: [waiting('a', 'b'), waiting('b', 'c'), waiting('c', 'a')] })).toEqual({
      'steps.0.offset.step':
        'These steps wait for each other: “a” waits for “b” waits for “c” waits for “a”. Let one of them count from the start.',
    })
  })

  it.each<[string, object, string]>([
    ['an offset of ten thousand days', { offset: { from: 'start', days: 10_000 } }, 'steps.0.offset.days'],
    ['a count from the end without a duration', { offset: { from: 'end', days: -1 } }, 'steps.0.offset.from'],
    [
      'a field that is no date',
      { offset: { from: 'field', days: 1, field: 'name' } },
      'steps.0.offset.field',
    ],
    ['a step that there is not', { offset: { from: 'step', days: 1, step: 'x' } }, 'steps.0.offset.step'],
    ['someone unknown', { assignee: { rule: 'user', userId: 999_999 } }, 'steps.0.assignee'],
    ['a type that there is not', { activityTypeId: 999_999 }, 'steps.0.activityTypeId'],
    ['a condition that is none', { condition: { field: 'nothing', operator: 'set' } }, 'steps.0.condition'],
    [
      'a condition that is never reached',
      { condition: { field: 'system:pulse', operator: 'set' }, conditionAt: 'reached' },
      'steps.0.conditionAt',
    ],
  ])('with %s is refused there', async (_, change, at) => {
    const found = await faults({ steps: [{ key: 'a', title: 'A', ...change }] })
    expect(Object.keys(found ?? {}).some((path) => path.startsWith(at))).toBe(true)
  })

  it('is edited by managers and administrators, and unknown to other companies', async () => {
    const made = await create()
    const path = `${url}/${made.templateId}`
    const user = await app.as('normalUser')
    expect((await user.post(url, playbook())).status).toBe(403)
    expect((await user.put(path, playbook())).status).toBe(403)
    expect((await user.get(path)).body.data).toMatchObject({ mayEdit: false, effect: null })
    const foreigner = await app.foreigner()
    for (const call of [
      foreigner.get(path),
      foreigner.put(path, playbook()),
      foreigner.post(`${path}/active`),
    ]) {
      expect((await call).status).toBe(404)
    }
  })
})

it('every starter can be saved as it is, with a date field where it asks for one', async () => {
  const { body } = await manager.get('playbook/starters')
  expect(body.data.map(({ name }: { name: string }) => name)).toEqual([
    'Onboarding',
    'Quarterly review',
    'Renewal in 120 days',
    'Adoption drop',
    'Champion left',
  ])
  for (const { starter: _, dateField, ...input } of body.data) {
    const steps = input.steps.map((step: { offset: { from: string } }) =>
      step.offset.from === 'field' ? { ...step, offset: { ...step.offset, field: 'churnDate' } } : step,
    )
    const saved = await manager.post(url, { ...input, name: `Starter ${input.name}`, steps })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    expect(steps.some((step: { offset: { from: string } }) => step.offset.from === 'field')).toBe(dateField)
  }
})
