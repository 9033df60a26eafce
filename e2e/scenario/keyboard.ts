import { expect } from 'vitest'
import { page } from '../journey.ts'
import { faultless, panel } from './build.ts'
import type { Asked, Hands } from './hands.ts'

export const press = (key: string) => page.keyboard.press(key)
export const type = (text: string) => page.keyboard.type(text)
export const focused = () => page.evaluate<string>('document.activeElement?.textContent ?? ""')

/** The name of the focused element. */
export const focusedName = () =>
  page.evaluate<string>(
    `(() => { const e = document.activeElement; if (!e) return ''
      const label = e.getAttribute('aria-labelledby')
      return (e.getAttribute('aria-label') ?? (label && document.getElementById(label)?.textContent)
        ?? e.labels?.[0]?.textContent ?? e.textContent ?? '').trim() })()`,
  )

/** Presses Tab until an element has the focus whose name begins with a text. */
export async function tabTo(text: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let nth = 0; nth < 80; nth += 1) {
    if ((await focusedName()).startsWith(text)) return
    await press(key)
  }
  throw new Error(`Nothing is called “${text}”; the focus is at “${await focusedName()}”`)
}

/** Opens the list of types at the focused node, and adds one. */
export async function addNode(label: string): Promise<void> {
  await press('a')
  await expect.poll(focusedName).toBe('Find a node')
  await type(label)
  await press('Enter')
  await panel(label).waitFor()
  await expect.poll(focused).toBe(label)
}

/** Closes the panel of a node, which gives the focus back to the node. */
export async function backFrom(title: string): Promise<void> {
  await press('Escape')
  await panel(title).waitFor({ state: 'detached' })
}

const highlighted = () =>
  page.evaluate<string>(
    `document.querySelector('[role="option"][data-highlighted]')?.textContent?.trim() ?? ''`,
  )

/** Moves through the open list until an option is highlighted, and takes it. */
async function take(option: string): Promise<void> {
  await page.getByRole('listbox').waitFor()
  for (let nth = 0; nth < 40 && (await highlighted()) !== option; nth += 1) {
    const before = await highlighted()
    await press('ArrowDown')
    await expect.poll(highlighted).not.toBe(before)
  }
  await press('Enter')
  await page.getByRole('listbox').waitFor({ state: 'detached' })
}

async function pick(field: string, option: string): Promise<void> {
  await tabTo(field)
  await press('Enter')
  await take(option)
  await expect.poll(focusedName).toMatch(new RegExp(`^${field}`))
}

/** The text that a native list shows. */
const shown = () => page.evaluate<string>('document.activeElement?.selectedOptions?.[0]?.textContent ?? ""')

/** The group that the focus is in. */
const groupOfFocused = () =>
  page.evaluate<string>(`document.activeElement?.closest('[role="group"]')?.getAttribute('aria-label') ?? ''`)

async function ask({ field, operator, value }: Asked): Promise<void> {
  await expect.poll(focusedName).toBe('Field')
  await type(field)
  await page.getByRole('option', { name: field }).first().waitFor()
  await press('Enter')
  await page.getByRole('combobox', { name: 'Operator' }).waitFor()
  await tabTo('Operator', 'Shift+Tab')
  await press('Home')
  for (let nth = 0; nth < 20 && (await shown()) !== operator; nth += 1) await press('ArrowDown')
  await expect.poll(shown).toBe(operator)
  if (value !== undefined) {
    await press('Tab')
    await type(value)
  }
  await tabTo('Done')
  await press('Enter')
  await page.getByRole('dialog', { name: 'Condition' }).waitFor({ state: 'detached' })
}

const titles = { open: 'Settings' }

export const keyboard: Hands = {
  async begin(name) {
    await page.goto('/app/scenarios/new')
    await panel('Settings').waitFor()
    await expect.poll(focused).toBe('Settings')
    titles.open = 'Settings'
    await keyboard.fill('Name', name)
    await page.getByRole('heading', { level: 1, name }).waitFor()
  },
  async trigger(label) {
    await backFrom('Settings')
    await tabTo(label)
    await press('Enter')
    await expect.poll(focused).toBe(label)
    // The canvas loads by itself.
    await page.locator('[data-node], [data-row]').first().waitFor()
    titles.open = label
  },
  async add(after, label) {
    await backFrom(titles.open)
    await expect.poll(focused).toMatch(new RegExp(`^${after}`))
    await addNode(label)
    titles.open = label
  },
  choose: pick,
  async find(field, text) {
    await tabTo(field)
    await type(text)
    await page.getByRole('option', { name: text, exact: true }).waitFor()
    await take(text)
  },
  async fill(field, text) {
    await tabTo(field)
    await press('ControlOrMeta+a')
    await type(text)
  },
  async group(kind, condition) {
    await tabTo('Add group')
    // Each group in the rule has such a button.
    while (!(await groupOfFocused()).startsWith('Rule')) {
      await press('Tab')
      await tabTo('Add group')
    }
    await press('Enter')
    await tabTo('The group matches', 'Shift+Tab')
    await press('Enter')
    await take(kind)
    await tabTo('Add condition')
    await press('Enter')
    await ask(condition)
  },
  async condition(condition) {
    await tabTo('Add condition')
    await press('Enter')
    await ask(condition)
  },
  async save() {
    await faultless()
    await press('ControlOrMeta+s')
    await page.waitForURL(/\/scenarios\/\d+$/)
    await page.getByText('Draft', { exact: true }).waitFor()
  },
}
