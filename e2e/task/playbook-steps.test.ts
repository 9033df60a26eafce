import { afterEach, beforeEach, expect, test } from 'vitest'
import { seriousFaults } from '../axe.ts'
import { browser, client, server, startJourneys } from '../journey.ts'
import { leave, visitAs, type Visitor } from '../visitor.ts'

let visitor: Visitor

startJourneys()

beforeEach(async () => {
  visitor = await visitAs(browser, server)
})
afterEach(() => leave(visitor))

const step = (title: string, days: number) => ({
  key: title.toLowerCase(),
  title,
  offset: { from: 'start', days, unit: 'calendar' },
})

test('the timeline shows when steps are due, and steps are moved by keys and by dragging', async () => {
  const { page } = visitor
  const { data: made } = await client.post<{ data: { templateId: number } }>('/playbook/playbook-templates', {
    name: 'Review',
    level: 'account',
    steps: [step('Prepare', 0), step('Meet', 10), step('Invite', 3)],
  })
  await page.goto(`/app/playbooks/${made.templateId}`)
  const line = page.getByRole('region', { name: 'Timeline' }).getByRole('list', { name: 'Start' })
  await line.getByText('10 days after').waitFor()
  const days = async () => (await line.getByRole('listitem').allTextContents()).join(', ')
  expect(await days()).toBe('The same day1, 3 days after3, 10 days after2')
  await page.getByText('Due before step 2').waitFor()
  expect(await seriousFaults(page)).toEqual([])

  // A step of the timeline leads to its fields.
  await line.getByRole('button', { name: 'Step 3: Invite' }).click()
  await expect.poll(() => page.evaluate('document.activeElement.value')).toBe('Invite')

  // The focus goes along, so that the same keys move it on.
  const headings = () => page.getByRole('region', { name: 'Steps' }).getByRole('heading', { level: 3 })
  await page.getByRole('button', { name: 'Remove step 2' }).focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(() => headings().allTextContents()).toEqual(['1. Prepare', '2. Invite', '3. Meet'])
  await page.getByText(/^Due before/).waitFor({ state: 'detached' })
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(() => headings().allTextContents()).toEqual(['1. Prepare', '2. Meet', '3. Invite'])

  // Dragged by its handle to the place of another, with both in sight.
  await page.setViewportSize({ width: 1440, height: 2600 })
  const handleOf = (key: string) => page.locator(`#playbook-${key} [data-handle]`)
  await handleOf('invite').dragTo(page.locator('#playbook-prepare'))
  await expect.poll(() => headings().allTextContents()).toEqual(['1. Invite', '2. Prepare', '3. Meet'])
})
