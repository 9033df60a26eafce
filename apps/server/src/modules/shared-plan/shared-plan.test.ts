import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PlanItem } from '@steward/contracts/success-plan/item'
import type { PlanShare } from '@steward/contracts/success-plan/share'
import { startTestApp, type Answer, type Client, type TestApp } from '../../../test/harness.ts'
import { create, good } from '../record/record.fixture.ts'

let app: TestApp
let admin: Client
let accountId: number

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  await app.application.startWorker()
  accountId = await create(admin, 'accounts', { name: 'Secret account' })
})
afterAll(() => app.stop())

const root = 'success-plan/success-plan'
const day = 86_400_000

interface Built {
  planId: number
  milestoneId: number
  kpiId: number
  noteId: number
  taskIds: number[]
}

const post = async (path: string, body: object) => good(await admin.post(path, body)).data

const pathOf = ({ address }: PlanShare): string => new URL(address).pathname.replace('/api/', '')
const write = (of: PlanShare, comment: object) => app.anonymous.post(`${pathOf(of)}/comment`, comment)

/** A plan named Roll out with one item of each kind; `more` adds what is never ticked. */
async function build(more: boolean): Promise<Built> {
  const extra = more ? { description: 'Secret goal', startDate: '2026-01-02', dueDate: '2026-02-03' } : {}
  const plan = await post(root, { level: 'account', entityId: accountId, name: 'Roll out', ...extra })
  const at = `${root}/${plan.successPlanId}`
  if (more) await post(`${at}/item`, { kind: 'NOTE', name: 'Secret note', description: 'Secret text' })
  const milestone = await post(`${at}/milestone`, { name: 'Go live', description: 'In <all> stores' })
  const targetDetails = {
    targetType: 'percentage',
    targetCriteria: 'is less than',
    startValue: 9.5,
    targetValue: 4,
  }
  const kpi = await post(`${at}/kpi`, { kpiName: 'Returns', targetDetails, currentKpiValue: 7 })
  const note = await post(`${at}/item`, { kind: 'NOTE', name: 'Agreed', description: 'Weekly calls' })
  const titles = more ? ['Secret task', 'Train'] : ['Train']
  const tasks: number[] = []
  for (const title of titles) {
    const task = `${at}/milestone/${milestone.itemId}/task`
    tasks.push((await post(task, { title })).taskIds.at(-1))
  }
  if (more) {
    const shown = { label: 'Secret link', expiresOn: '2099-12-31', mayComment: true, shown: {} }
    await write(await post(`${at}/share`, shown), { author: 'Secret author', text: 'Secret comment' })
    await post(`${at}/milestone`, { name: 'Secret milestone' })
    good(await admin.put(`${at}/milestone/${milestone.itemId}`, { ownerId: admin.actor.userId }))
  }
  return {
    planId: plan.successPlanId,
    milestoneId: milestone.itemId,
    kpiId: kpi.itemId,
    noteId: note.itemId,
    taskIds: [tasks.at(-1) as number],
  }
}

async function share(planId: number, shown: object, form: object = {}): Promise<PlanShare> {
  const body = { label: 'For Ada', expiresOn: '2099-12-31', shown, ...form }
  return good(await admin.post(`${root}/${planId}/share`, body)).data
}

/** The page without its own address. */
const bareOf = (of: PlanShare, html: string): string => html.replaceAll(pathOf(of), 'the-link')
const page = async (of: PlanShare) => app.anonymous.get(pathOf(of))

/** What a link answers to everything that can be done with it, without its own address and ids. */
async function answersOf({ planId, milestoneId, noteId, taskIds }: Built): Promise<string[]> {
  const [taskId] = taskIds as [number]
  const link = await share(planId, { itemIds: [milestoneId], taskIds }, { mayCheck: true, mayComment: true })
  const at = `${root}/${planId}/share/${link.shareId}`
  const ofTask = (id: number) => app.anonymous.post(`${pathOf(link)}/task/${id}`)
  const answers: string[] = []
  const note = ({ status, headers, body }: Answer) => {
    const all = JSON.stringify([status, headers['location'], body])
    answers.push(
      bareOf(link, all)
        .replaceAll(`task/${taskId}`, 'task/it')
        .replaceAll(/"requestId":"[^"]*"/g, ''),
    )
  }
  note(await page(link))
  note(await write(link, { author: '', text: 'Hello' }))
  note(await write(link, { author: 'Ada', text: 'Hello' }))
  note(await ofTask(taskId))
  note(await ofTask(999_999_999))
  note(await page(link))
  good(await admin.patch(at, { shown: { itemIds: [noteId] } }))
  note(await page(link))
  note(await ofTask(taskId))
  good(await admin.put(`${at}/revoke`))
  note(await page(link))
  note(await write(link, { author: 'Ada', text: 'Again' }))
  return answers
}

describe('the page of a shared plan', () => {
  it('is the same, byte by byte, as if nothing else were in the plan, whatever is ticked', async () => {
    const [bare, full] = [await build(false), await build(true)]
    for (let ticks = 0; ticks < 16; ticks += 1) {
      const shownOf = ({ milestoneId, kpiId, noteId, taskIds }: Built) => ({
        itemIds: [
          ...(ticks & 1 ? [milestoneId] : []),
          ...(ticks & 2 ? [kpiId] : []),
          ...(ticks & 4 ? [noteId] : []),
        ],
        taskIds: ticks & 1 && ticks & 8 ? taskIds : [],
      })
      const form = { mayComment: (ticks & 1) > 0 }
      const one = await share(bare.planId, shownOf(bare), form)
      const other = await share(full.planId, shownOf(full), form)
      const [expected, answer] = [await page(one), await page(other)]
      expect(answer.status).toBe(200)
      expect(bareOf(other, answer.body)).toBe(bareOf(one, expected.body))
      expect(answer.body).not.toMatch(/Secret|2026|First|href|account/)
      expect(answer.body.includes('Go live')).toBe((ticks & 1) > 0)
      expect(answer.body.includes('Returns')).toBe((ticks & 2) > 0)
      expect(answer.body.includes('Weekly calls')).toBe((ticks & 4) > 0)
      expect(answer.body.includes('Train')).toBe((ticks & 9) === 9)
      for (const of of [one, other]) {
        const planId = of === one ? bare.planId : full.planId
        good(await admin.put(`${root}/${planId}/share/${of.shareId}/revoke`))
      }
    }
  }, 120_000)

  it('is the same in all other answers, too: what is refused, ticked, no longer ticked, or revoked', async () => {
    const [expected, answers] = [await answersOf(await build(false)), await answersOf(await build(true))]
    expect(answers).toEqual(expected)
    expect(expected.map((answer) => Number(answer.slice(1, 4)))).toEqual([
      200, 400, 303, 303, 404, 200, 200, 404, 404, 404,
    ])
    expect(answers.join()).not.toContain('Secret')
  })

  it('shows what is ticked of the plan, and no markup of it', async () => {
    const { planId, milestoneId } = await build(true)
    const shown = { description: true, dates: true, status: true, itemIds: [milestoneId] }
    const { body, headers } = await page(await share(planId, shown))
    expect(body).toContain('Secret goal')
    expect(body).toContain('Starts Jan 2, 2026 · Due Feb 3, 2026')
    expect(body).toContain('Not started ·')
    expect(body).not.toContain('Not set')
    expect(body).toContain('In &lt;all&gt; stores')
    expect(body).not.toContain('Secret note')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['cache-control']).toBe('private, no-store')
  })

  it('follows the plan, and what is ticked at once', async () => {
    const { planId, milestoneId, noteId } = await build(false)
    const link = await share(planId, { itemIds: [milestoneId, noteId] })
    good(await admin.put(`${root}/${planId}/milestone/${milestoneId}`, { name: 'Opening day' }))
    await expect.poll(async () => (await page(link)).body, { interval: 300 }).toContain('Opening day')
    const at = `${root}/${planId}/share/${link.shareId}`
    good(await admin.patch(at, { shown: { itemIds: [noteId] } }))
    const { body } = await page(link)
    expect(body).not.toContain('Opening day')
    expect(body).toContain('Weekly calls')
    good(await admin.patch(`${root}/${planId}/archive`))
    await expect.poll(async () => (await page(link)).status, { interval: 300 }).toBe(404)
  })

  it('lets those who have it tick shown tasks, and only these', async () => {
    const { planId, milestoneId, taskIds } = await build(true)
    const [taskId] = taskIds as [number]
    const shown = { itemIds: [milestoneId], taskIds }
    const link = await share(planId, shown, { mayCheck: true })
    const readOnly = await share(planId, shown)
    const { tasks } = good(await admin.get(`${root}/${planId}/milestone/${milestoneId}`)).data as Extract<
      PlanItem,
      { kind: 'MILESTONE' }
    >
    const secret = tasks.find(({ title }) => title === 'Secret task')?.taskId
    expect((await app.anonymous.post(`${pathOf(link)}/task/${secret}`)).status).toBe(404)
    expect((await app.anonymous.post(`${pathOf(readOnly)}/task/${taskId}`)).status).toBe(404)
    expect((await app.anonymous.post(`${pathOf(link)}/task/${taskId}`)).status).toBe(303)
    expect((await page(link)).body).toContain('Reopen Train')
    expect(good(await admin.get(`tasks/${taskId}`)).data.status).toBe('COMPLETED')
    expect((await app.anonymous.post(`${pathOf(link)}/task/${taskId}`)).status).toBe(303)
    expect(good(await admin.get(`tasks/${taskId}`)).data.status).toBe('OPEN')
  })

  it('does what its buttons say, also when two people press one, or someone twice', async () => {
    const { planId, milestoneId, taskIds } = await build(false)
    const [taskId] = taskIds as [number]
    const link = await share(planId, { itemIds: [milestoneId], taskIds }, { mayCheck: true })
    const press = async () => {
      const [, action = ''] = /action="\/api\/([^"]+)"/.exec((await page(link)).body) ?? []
      const answers = [await app.anonymous.post(action), await app.anonymous.post(action)]
      expect(answers.map(({ status }) => status)).toEqual([303, 303])
      return good(await admin.get(`tasks/${taskId}`)).data.status
    }
    expect(await press()).toBe('COMPLETED')
    expect(await press()).toBe('OPEN')
  })
})

/** What a browser does that shows the page: it loads what is on it. */
async function show(of: PlanShare): Promise<void> {
  const [, source = ''] = /<img[^>]* src="\/api\/([^"]+)"/.exec((await page(of)).body) ?? []
  const picture = await app.anonymous.get(source)
  expect(picture).toMatchObject({ status: 200, headers: { 'content-type': 'image/gif' } })
}

describe('a link', () => {
  it('lists when it was opened, and ends when it is revoked', async () => {
    const { planId } = await build(false)
    const link = await share(planId, {})
    const at = `${root}/${planId}/share`
    expect((await page(link)).status).toBe(200)
    expect(good(await admin.get(at)).data[0]).toMatchObject({ views: 0, lastViewedAt: null })
    await show(link)
    await show(link)
    expect(good(await admin.get(at)).data[0]).toMatchObject({ views: 1, lastViewedAt: expect.any(String) })
    app.clock.advance(31 * 60_000)
    await show(link)
    expect(good(await admin.get(at)).data[0]).toMatchObject({ views: 2 })
    const views = good(await admin.get(`${at}/${link.shareId}/view`)).data
    expect(views).toHaveLength(2)
    expect(views[0]).toMatchObject({ address: expect.any(String), at: expect.any(String) })
    expect(good(await admin.put(`${at}/${link.shareId}/revoke`)).data.isOpen).toBe(false)
    const gone = await page(link)
    expect(gone.status).toBe(404)
    const forged = await app.anonymous.get(pathOf(link).replace(/\.(\d+)\./, '.999999.'))
    expect({ ...forged.body, requestId: '' }).toEqual({ ...gone.body, requestId: '' })
    expect((await app.anonymous.get('shared-plan/nonsense')).status).toBe(404)
    expect((await app.anonymous.get(`${pathOf(link)}/seen.gif`)).status).toBe(404)
  })

  it('expires at the end of its last day', async () => {
    const { planId } = await build(false)
    const tomorrow = new Date(app.clock.now().getTime() + day).toISOString().slice(0, 10)
    const link = await share(planId, {}, { expiresOn: tomorrow })
    expect((await page(link)).status).toBe(200)
    const past = { label: 'Late', expiresOn: '2020-01-01', shown: {} }
    expect(await admin.post(`${root}/${planId}/share`, past)).toMatchObject({
      status: 400,
      body: { fields: { expiresOn: expect.any(String) } },
    })
    app.clock.advance(2 * day)
    expect((await page(link)).status).toBe(404)
    app.clock.advance(-2 * day)
  })

  it('shows only what is in the plan, and is made only by those who may edit it', async () => {
    const [one, other] = [await build(false), await build(false)]
    const body = { label: 'X', expiresOn: '2099-12-31', shown: { itemIds: [other.noteId] } }
    expect((await admin.post(`${root}/${one.planId}/share`, body)).status).toBe(400)
    const tasks = { ...body, shown: { itemIds: [one.noteId], taskIds: one.taskIds } }
    expect((await admin.post(`${root}/${one.planId}/share`, tasks)).status).toBe(400)
    const [viewer, normal] = [await app.as('viewer'), await app.as('normalUser')]
    expect((await viewer.get(`${root}/${one.planId}/share`)).status).toBe(403)
    expect((await normal.get(`${root}/${one.planId}/share`)).status).toBe(404)
  })

  it('is limited in how often it can be opened', async () => {
    const { planId } = await build(false)
    const link = await share(planId, {})
    const statuses = new Set<number>()
    for (let call = 0; call < 130; call += 1) statuses.add((await page(link)).status)
    expect(statuses).toEqual(new Set([200, 429]))
  })
})
