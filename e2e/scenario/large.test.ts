import { expect, test } from 'vitest'
import { client, openJourneys, page, unique } from '../journey.ts'

openJourneys()

/** A chain of conditions, each with a task on one side: as many nodes as asked for. */
function wideScenario(count: number): object {
  const pairs = Math.floor((count - 2) / 2)
  const nodes = Array.from({ length: pairs }, (_, at) => [
    {
      key: `ask${at}`,
      type: 'condition',
      settings: { rule: { field: 'system:health', operator: 'lesser', value: at % 10 } },
      next: { yes: `call${at}`, no: at + 1 < pairs ? `ask${at + 1}` : 'end' },
    },
    { key: `call${at}`, type: 'createTask', settings: { title: `Call ${at}` }, next: { next: 'end' } },
  ]).flat()
  return {
    formData: { name: unique('Large'), level: 'account' },
    nodes: [
      { key: 'start', type: 'onEvent', settings: { type: 'created' }, next: { next: 'ask0' } },
      ...nodes,
      { key: 'end', type: 'end' },
    ],
  }
}

test('a scenario of 150 nodes is drawn whole, and an edit draws only what changes', async () => {
  const { data } = await client.post<{ data: { scenarioId: number } }>(
    '/scenario-management/scenarios',
    wideScenario(150),
  )
  await page.goto(`/app/scenarios/${data.scenarioId}`)
  await expect.poll(() => page.locator('[data-node]').count()).toBe(150)
  await page.getByText('No problems').waitFor()
  // Sentences about fields are there once the fields are.
  await page.locator('[data-node="ask0"]').getByText('Health').waitFor()
  await page.locator('[data-node="call3"]').focus()
  await page.keyboard.press('Enter')
  const title = page
    .getByRole('complementary', { name: 'Create Task' })
    .getByRole('textbox', { name: 'Title' })
  await title.waitFor()
  await page.evaluate(`(() => {
    window.touched = new Set()
    const nodes = document.querySelector('.canvas-content')
    new MutationObserver((records) => {
      for (const { target } of records) {
        const node = (target.nodeType === 1 ? target : target.parentElement)?.closest('[data-node]')
        if (node) window.touched.add(node.dataset.node)
      }
    }).observe(nodes, { subtree: true, childList: true, characterData: true, attributes: true })
  })()`)
  await title.fill('Call again')
  await page.locator('[data-node="call3"]').getByText('Call again').waitFor()
  expect(await page.evaluate('[...window.touched]')).toEqual(['call3'])
})

/** How far from the left a node of the canvas is. */
const left = async (key: string): Promise<number> =>
  (await page.locator(`[data-node="${key}"]`).boundingBox())?.x ?? 0

test('branches keep their order once they are saved, and a removed condition leads on with Yes', async () => {
  const { data } = await client.post<{ data: { scenarioId: number } }>('/scenario-management/scenarios', {
    formData: { name: unique('Order'), level: 'account' },
    nodes: [
      { key: 'start', type: 'onEvent', settings: { type: 'created' }, next: { next: 'ask' } },
      {
        key: 'ask',
        type: 'condition',
        settings: { rule: { field: 'system:health', operator: 'set' } },
        next: { yes: 'call', no: 'end' },
      },
      { key: 'call', type: 'createTask', settings: { title: 'Call' }, next: { next: 'last' } },
      { key: 'end', type: 'end' },
      { key: 'last', type: 'end' },
    ],
  })
  await page.goto(`/app/scenarios/${data.scenarioId}`)
  await page.locator('[data-node="ask"]').focus()
  expect(await left('call')).toBeLessThan(await left('end'))
  await page.keyboard.press('Delete')
  await expect.poll(() => page.locator('[data-node]').count()).toBe(3)
  await page.locator('[data-node="call"]').waitFor()
})

interface Box {
  x: number
  y: number
  width: number
}

const boxOf = async (key: string): Promise<Box> => {
  const { x = 0, y = 0, width = 0 } = (await page.locator(`[data-node="${key}"]`).boundingBox()) ?? {}
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width) }
}

test('the canvas is dragged, scrolled, zoomed at the pointer, and fitted to the window', async () => {
  const { data } = await client.post<{ data: { scenarioId: number } }>(
    '/scenario-management/scenarios',
    wideScenario(4),
  )
  await page.goto(`/app/scenarios/${data.scenarioId}`)
  await page.getByText('No problems').waitFor()
  const first = await boxOf('start')
  const [x, y] = [first.x - 120, first.y + 20]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 60, y + 40, { steps: 3 })
  await page.mouse.up()
  await expect.poll(() => boxOf('start')).toEqual({ ...first, x: first.x + 60, y: first.y + 40 })
  await page.mouse.wheel(0, 80)
  await expect.poll(() => boxOf('start')).toEqual({ ...first, x: first.x + 60, y: first.y })
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -100)
  await page.keyboard.up('Control')
  await expect.poll(async () => (await boxOf('start')).width).toBeGreaterThan(first.width)
  await page.keyboard.press('ControlOrMeta+0')
  await expect.poll(() => boxOf('start')).toEqual(first)
  await page.getByRole('button', { name: 'Zoom out' }).click()
  await expect.poll(async () => (await boxOf('start')).width).toBe(Math.round(first.width / 1.2))
  await page.getByRole('button', { name: 'Fit to the window' }).click()
  await expect.poll(() => boxOf('start')).toEqual(first)
})

test('the node that is chosen stays in view beside the panel that opens for it', async () => {
  const { data } = await client.post<{ data: { scenarioId: number } }>(
    '/scenario-management/scenarios',
    wideScenario(4),
  )
  await page.goto(`/app/scenarios/${data.scenarioId}`)
  await page.getByText('No problems').waitFor()
  const start = await boxOf('start')
  // Dragged to the right edge, which is where the panel opens.
  await page.mouse.move(start.x - 120, start.y + 20)
  await page.mouse.down()
  await page.mouse.move(start.x - 120 + (1440 - start.width - start.x - 20), start.y + 20, { steps: 3 })
  await page.mouse.up()
  await page.locator('[data-node="start"]').click()
  const panel = page.getByRole('complementary', { name: 'On Event' })
  const panelLeft = async () => (await panel.boundingBox())?.x ?? 0
  await panel.waitFor()
  await expect
    .poll(async () => (await panelLeft()) - (await boxOf('start')).x - start.width)
    .toBeGreaterThan(0)
})

test('no field is called removed while the fields are on their way', async () => {
  const { data } = await client.post<{ data: { scenarioId: number } }>(
    '/scenario-management/scenarios',
    wideScenario(4),
  )
  const sent = Promise.withResolvers<void>()
  await page.route('**/api/core/fields/system?*', async (route) => {
    await sent.promise
    await route.continue()
  })
  await page.goto(`/app/scenarios/${data.scenarioId}`)
  await page.locator('[data-node="call0"]').getByText('Call 0').waitFor()
  expect(await page.getByText('Field removed').count()).toBe(0)
  sent.resolve()
  await page.locator('[data-node="ask0"]').getByText('Health').waitFor()
})
