import { expect, test } from 'vitest'
import { client, openJourneys, page, unique } from '../journey.ts'
import { panel } from './build.ts'
import { focused, focusedName, keyboard, press, tabTo } from './keyboard.ts'

openJourneys()

async function account(name: string): Promise<number> {
  const { data } = await client.post<{ data: { accountId: number } }>('/core/accounts', {
    globalFields: { name },
  })
  return data.accountId
}

/** Gives an account an organization, whose name its task needs. */
async function mend(accountId: number): Promise<void> {
  const { data } = await client.post<{ data: { organizationId: number } }>('/core/organizations', {
    globalFields: { name: 'Contoso' },
  })
  await client.post(`/core/accounts/${accountId}/move`, { formData: { organizationId: data.organizationId } })
}

const pulseOf = async (id: number): Promise<number | null> =>
  (await client.get<{ data: { globalFields: { pulse: number | null } } }>(`/core/accounts/${id}`)).data
    .globalFields.pulse

const node = (text: RegExp) => page.getByRole('button', { name: text })

/** Goes down in an open menu until an entry has the focus, and takes it. */
async function takeFromMenu(entry: string): Promise<void> {
  await page.getByRole('menuitem', { name: entry }).waitFor()
  for (let nth = 0; nth < 10 && (await focused()) !== entry; nth += 1) {
    const before = await focused()
    await press('ArrowDown')
    await expect.poll(focused).not.toBe(before)
  }
  await press('Enter')
}

async function build(name: string): Promise<void> {
  await keyboard.begin(name)
  await keyboard.trigger('Run Now')
  await keyboard.choose('Records', 'All accounts')
  await keyboard.add('Run Now', 'Set Pulse')
  await keyboard.choose('Pulse', '2: Some Risk')
  await keyboard.add('Set Pulse', 'Create Task')
  await keyboard.fill('Title', '{{organization.name}}')
  await keyboard.save()
}

test('with the keyboard alone, a scenario is built, rehearsed, activated and watched; failures are retried and dismissed; it is stopped and undone', async () => {
  const names = [unique('Northwind'), unique('Litware')] as const
  const [mended, lost] = [await account(names[0]), await account(names[1])]
  const name = unique('Care')
  await build(name)

  await tabTo('Rehearse')
  await press('Enter')
  await page.waitForURL(/\/rehearsal/)
  await page.getByRole('button', { name: 'Rehearse', exact: true }).waitFor()
  await tabTo('Rehearse')
  await press('Enter')
  await page.getByText(/2 records would have entered/).waitFor()
  expect(await pulseOf(mended)).toBe(null)
  await tabTo(name, 'Shift+Tab')
  await press('Enter')
  await page.waitForURL(/\/scenarios\/\d+$/)

  await page.getByRole('button', { name: 'Activate', exact: true }).waitFor()
  await tabTo('Activate')
  await press('Enter')
  await page.getByText('Scenario activated').waitFor()
  await node(/^Set Pulse .* 2 completed/).waitFor()
  await node(/^Create Task .* 2 failed/).waitFor()

  await tabTo('Run Now')
  await press('ArrowDown')
  await expect.poll(focused).toMatch(/^Set Pulse/)
  await press('ArrowDown')
  await expect.poll(focused).toMatch(/^Create Task/)
  await press('Enter')
  await expect.poll(focused).toBe('Create Task')
  await tabTo('Failed')
  await press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('The title is empty once its placeholders are filled.').nth(1).waitFor()

  await mend(mended)
  await tabTo(`Select ${names[0]}`)
  await press('x')
  await dialog.getByText('1 selected').waitFor()
  await press('r')
  await page.getByText('1 record retried').waitFor()
  await dialog.getByRole('link', { name: names[0], exact: true }).waitFor({ state: 'detached' })
  await tabTo(`Select ${names[1]}`)
  await press('Space')
  await dialog.getByText('1 selected').waitFor()
  await tabTo('Dismiss', 'Shift+Tab')
  await press('Enter')
  await dialog.getByText('No runs need attention').waitFor()
  await press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await node(/^Create Task .* 1 completed/).waitFor()

  await tabTo('Deactivate')
  await press('Enter')
  await page.getByText('Scenario deactivated').waitFor()
  expect([await pulseOf(mended), await pulseOf(lost)]).toEqual([2, 2])
  await tabTo('More actions for')
  await press('Enter')
  await takeFromMenu('Undo changes…')
  await page.getByText(/changes? can be undone\./).waitFor()
  await tabTo('Undo changes')
  expect(await focusedName()).toBe('Undo changes')
  await press('Enter')
  await page.getByText('Everything that it changed since then is undone.').waitFor()
  expect([await pulseOf(mended), await pulseOf(lost)]).toEqual([null, null])
  await press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await panel('Create Task').count()).toBe(1)
})
