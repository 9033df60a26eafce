import { expect, test } from 'vitest'
import { seriousFaults } from '../axe.ts'
import { openJourneys, page, unique } from '../journey.ts'
import { faultless, panel } from './build.ts'

openJourneys()

const press = (key: string) => page.keyboard.press(key)
const type = (text: string) => page.keyboard.type(text)
const focused = () => page.evaluate<string>('document.activeElement?.textContent ?? ""')

/** What the focused element is called. */
const focusedName = () =>
  page.evaluate<string>(
    `(() => { const e = document.activeElement; if (!e) return ''
      const label = e.getAttribute('aria-labelledby')
      return (e.getAttribute('aria-label') ?? (label && document.getElementById(label)?.textContent)
        ?? e.labels?.[0]?.textContent ?? e.textContent ?? '').trim() })()`,
  )

/** Presses Tab until an element has the focus whose name begins with a text. */
async function tabTo(text: string): Promise<void> {
  for (let nth = 0; nth < 60; nth += 1) {
    if ((await focusedName()).startsWith(text)) return
    await press('Tab')
  }
  throw new Error(`Nothing is called “${text}”; the focus is at “${await focusedName()}”`)
}

async function addNode(label: string): Promise<void> {
  await press('a')
  await expect
    .poll(() => page.evaluate("document.activeElement?.getAttribute('aria-label')"))
    .toBe('Find a node')
  await type(label)
  await press('Enter')
  await panel(label).waitFor()
  await expect.poll(focused).toBe(label)
}

/** Closes the panel of a node, which gives the focus back to the node. */
async function backFrom(title: string): Promise<void> {
  await press('Escape')
  await panel(title).waitFor({ state: 'detached' })
}

async function buildWelcome(name: string): Promise<void> {
  await page.goto('/app/scenarios/new')
  await panel('Settings').waitFor()
  await expect.poll(focused).toBe('Settings')
  await tabTo('Name')
  await type(name)
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await backFrom('Settings')
  await page.getByRole('button', { name: /^On Event/ }).focus()
  await press('Enter')
  await expect.poll(focused).toBe('On Event')
  // The canvas loads by itself.
  await page.locator('[data-node], [data-row]').first().waitFor()
  await backFrom('On Event')
  await addNode('Create Task')
  await tabTo('Title')
  await type('Welcome')
  await panel('Create Task')
    .getByText(/Create “Welcome”/)
    .waitFor()
  await backFrom('Create Task')
  await addNode('Wait')
  await tabTo('Wait for')
  await press('ArrowUp')
  await panel('Wait').getByText('Wait for 2 days.').waitFor()
  await backFrom('Wait')
  await addNode('Condition')
  await backFrom('Condition')
}

test('a scenario is built with the keyboard alone on the canvas, changed, taken back and saved', async () => {
  await buildWelcome(unique('Welcome'))
  await expect.poll(focused).toMatch(/^Condition/)
  await press('ArrowUp')
  await expect.poll(focused).toMatch(/^Wait/)
  await press('ArrowDown')
  await press('Delete')
  await expect.poll(focused).toMatch(/^Wait/)
  await expect.poll(() => page.locator('[data-node]').count()).toBe(4)
  await press('ControlOrMeta+z')
  await expect.poll(() => page.locator('[data-node]').count()).toBe(6)
  await press('ControlOrMeta+y')
  await expect.poll(() => page.locator('[data-node]').count()).toBe(4)
  await faultless()
  await press('ControlOrMeta+s')
  await page.waitForURL(/\/scenarios\/\d+$/)
  expect(await seriousFaults(page)).toEqual([])
})

test('the same in the outline, where branches are lines of a tree', async () => {
  await page.goto('/app/scenarios/new')
  await page.evaluate("localStorage.setItem('steward.scenario-mode', 'outline')")
  await buildWelcome(unique('Outline'))
  const tree = page.getByRole('tree', { name: 'Outline' })
  await tree.getByRole('treeitem', { name: 'Yes', exact: true }).waitFor()
  await expect.poll(focused).toMatch(/^Condition/)
  await press('ArrowRight')
  await expect.poll(focused).toBe('Yes')
  await addNode('Set Attribute')
  await backFrom('Set Attribute')
  await expect.poll(focused).toMatch(/^Set Attribute/)
  await press('ArrowLeft')
  await expect.poll(focused).toBe('Yes')
  await press('ArrowLeft')
  await expect.poll(focused).toMatch(/^Condition/)
  await press('Delete')
  await expect.poll(() => tree.getByRole('treeitem', { name: /^Condition/ }).count()).toBe(0)
  await tree.getByRole('treeitem', { name: /^Set Attribute/ }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
})

test('a phone shows the outline, and the panel over it', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/app/scenarios/new?starter=score-down')
  await page.getByRole('dialog', { name: 'Settings' }).waitFor()
  await press('Escape')
  await page.getByRole('dialog', { name: 'Settings' }).waitFor({ state: 'detached' })
  const tree = page.getByRole('tree', { name: 'Outline' })
  await tree.getByRole('treeitem', { name: /^On Event/ }).click()
  await page
    .getByRole('dialog', { name: 'On Event' })
    .getByText('When Health goes down by at least 20 %.')
    .waitFor()
  expect(await seriousFaults(page)).toEqual([])
})
