import { expect, test } from 'vitest'
import { seriousFaultsInThemes } from './axe.ts'
import { createField } from './customers.ts'
import { browser, client, openJourneys, page, server, unique } from './journey.ts'
import { leave, visit } from './visitor.ts'

openJourneys()

const root = '/success-plan/success-plan'

test('a plan from a template follows a field, and a customer ticks its task and comments on it', async () => {
  const [label, customer, title] = [unique('Live stores'), unique('Fabrikam'), unique('Rollout')]
  const stores = await createField(client, 'account', label, 'number')
  const { data } = await client.post<{ data: { accountId: number } }>('/core/accounts', {
    globalFields: { name: customer },
    customFields: { [stores]: 20 },
  })
  await page.goto('/app/success-plans/templates/new')
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill(title)
  await page.getByRole('textbox', { name: 'Name of the plan' }).fill('Plan of {{record.name}}')
  await page.getByRole('button', { name: 'Add KPI' }).click()
  const kpi = page.getByRole('listitem', { name: 'KPI 1' })
  await kpi.getByRole('textbox', { name: 'Name' }).fill('Stores live')
  await kpi.getByRole('textbox', { name: 'Target' }).fill('80')
  await kpi.getByRole('combobox', { name: 'Current value follows' }).fill(label)
  await page.getByRole('option', { name: label }).click()
  await page.getByRole('button', { name: 'Add milestone' }).click()
  const milestone = page.getByRole('listitem', { name: 'Milestone 2' })
  await milestone.getByRole('textbox', { name: 'Name' }).fill('Go live')
  await milestone.getByRole('textbox', { name: 'Starts on day', exact: true }).fill('20')
  await milestone.getByRole('textbox', { name: 'Due on day', exact: true }).fill('10')
  await milestone.getByRole('button', { name: 'Add task' }).click()
  await milestone.getByRole('textbox', { name: 'Task 1', exact: true }).fill('Send the logo')
  await page.getByRole('button', { name: 'Save template' }).click()
  // It ends before it begins.
  await milestone.getByText('It is due on or after the day it starts.').waitFor()
  expect(await seriousFaultsInThemes(page)).toEqual([])
  await milestone.getByRole('textbox', { name: 'Due on day', exact: true }).fill('30')
  await page.getByRole('button', { name: 'Save template' }).click()
  await page.getByRole('button', { name: `Use ${title}` }).waitFor()

  await page.goto('/app/success-plans')
  await page.getByRole('button', { name: 'New plan' }).first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('combobox', { name: 'Account' }).fill(customer)
  await page.getByRole('option', { name: customer }).click()
  await drawer.getByRole('combobox', { name: 'Template' }).click()
  await page.getByRole('option', { name: title, exact: true }).click()
  await drawer.getByRole('button', { name: 'Continue' }).click()
  await drawer.getByRole('button', { name: 'Preview' }).click()
  await drawer.getByText(`Plan of ${customer}`).waitFor()
  await drawer.getByRole('button', { name: 'Create plans' }).click()
  await page.getByRole('link', { name: `Plan of ${customer}` }).click()
  await page.getByRole('listitem', { name: 'KPI: Stores live' }).getByText('25%').waitFor()
  await client.post(`/core/accounts/${data.accountId}`, { data: { [stores]: 40 } })
  const id = Number(/success-plans\/(\d+)/.exec(page.url())?.[1])
  await expect
    .poll(async () => {
      const plan = await client.get<{ data: { items: { kind: string; completionPercent: number }[] } }>(
        `${root}/${id}`,
      )
      return plan.data.items.find(({ kind }) => kind === 'KPI')?.completionPercent
    })
    .toBe(50)

  const handle = page.getByRole('slider', { name: 'Dates of Go live' })
  await handle.focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(() => handle.getAttribute('aria-valuenow')).toBe('7')
  await page.keyboard.press('Enter')
  await drawer.getByRole('list', { name: 'Milestones that move' }).getByText('Go live').waitFor()
  expect(await seriousFaultsInThemes(page)).toEqual([])
  await drawer.getByRole('button', { name: 'Move milestone' }).click()
  await page.getByText('Go live moved').waitFor()

  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await drawer.getByRole('button', { name: 'New link' }).click()
  await drawer.getByRole('textbox', { name: 'For whom' }).fill('For Ada')
  await drawer.getByRole('checkbox', { name: 'Go live' }).check()
  await drawer.getByRole('checkbox', { name: 'Send the logo' }).check()
  await drawer.getByText('Tasks on the page can be ticked').click()
  await drawer.getByText('Comments can be written on the page').click()
  await drawer.getByRole('button', { name: 'Create link' }).click()
  const link = drawer.getByRole('listitem', { name: 'For Ada' })
  const address = new URL(await link.locator('code').innerText())

  const stranger = await visit(browser, server)
  await stranger.page.goto(address.pathname)
  await stranger.page.getByRole('button', { name: 'Complete Send the logo' }).click()
  await stranger.page.getByRole('button', { name: 'Reopen Send the logo' }).waitFor()
  await stranger.page.getByRole('textbox', { name: 'Your name' }).fill('Ada Okafor')
  await stranger.page.getByRole('textbox', { name: 'Comment' }).fill('The logo is on its way.')
  await stranger.page.getByRole('button', { name: 'Send comment' }).click()
  await stranger.page.getByRole('listitem').getByText('The logo is on its way.').waitFor()
  expect(await seriousFaultsInThemes(stranger.page)).toEqual([])
  await leave(stranger)

  await page.goto(`/app/success-plans/${id}`)
  const comments = page.getByRole('region', { name: 'Comments on shared pages' })
  await comments.getByText('The logo is on its way.').waitFor()
  await comments.getByRole('button', { name: 'Answer Ada Okafor' }).click()
  await comments.getByRole('textbox', { name: 'Answer to Ada Okafor' }).fill('Thank you, Ada!')
  expect(await seriousFaultsInThemes(page)).toEqual([])
  await comments.getByRole('button', { name: 'Send answer' }).click()
  await comments.getByText('Your team').waitFor()
  const reader = await visit(browser, server)
  await reader.page.goto(address.pathname)
  await reader.page.getByRole('listitem').getByText('Thank you, Ada!').waitFor()
  expect(await seriousFaultsInThemes(reader.page)).toEqual([])
  await leave(reader)
  await page.getByRole('button', { name: 'Complete', exact: true }).click()
  await drawer.getByText('Complete everything in it').click()
  await drawer.getByRole('button', { name: 'Complete plan' }).click()
  const completed = async () => {
    const done = await client.get<{ data: { items: { completedAt: string | null }[] } }>(`${root}/${id}`)
    return done.data.items.map(({ completedAt }) => completedAt !== null)
  }
  await expect.poll(completed).toEqual([true, true])
})
