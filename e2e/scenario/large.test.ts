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
