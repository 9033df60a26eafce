import { expect, test } from 'vitest'
import { seriousFaults } from './axe.ts'
import { csvFile } from './import-steps.ts'
import { client, openJourneys, page } from './journey.ts'

openJourneys()

interface UserStates {
  invitedUsers: { email: string; roleName: string }[]
  deactivatedUsers: { email: string }[]
}

const states = async (): Promise<UserStates> =>
  (await client.get<{ data: UserStates }>('/user-management/users')).data

test('users come from a file without mails, and are deactivated by an undo', async () => {
  await page.goto('/app/user-management')
  await page.getByRole('link', { name: 'Import users' }).click()
  await page.getByRole('heading', { name: 'Import users' }).waitFor()
  const file = csvFile(
    'team.csv',
    'Nachname;Vorname;E-Mail;Rolle',
    'Osei;Amara;amara@team.example;Manager',
    'Berg;Nora;nora@team.example;',
    'Weiss;Jan;jan at team;Manager',
  )
  await page.getByLabel('File to import').setInputFiles(file)
  const columns = page.getByRole('region', { name: 'Columns' })
  await columns.waitFor()
  const chosen = await Promise.all(
    ['Email', 'First name', 'Last name', 'Role'].map((name) =>
      columns.getByRole('combobox', { name: `Column for ${name}`, exact: true }).inputValue(),
    ),
  )
  expect(chosen).toEqual(['E-Mail', 'Vorname', 'Nachname', 'Rolle'])
  await page.getByRole('button', { name: 'Preview import' }).click()
  await page.getByRole('cell', { name: 'Amara Osei' }).waitFor()
  await page.getByText('Line 4: “jan at team” is not an email address.').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Add 2 users' }).click()
  await page.getByRole('region', { name: 'Imports' }).getByText('2 users added, 1 rejected').waitFor()
  expect((await states()).invitedUsers.map(({ email, roleName }) => [email, roleName])).toEqual(
    expect.arrayContaining([
      ['amara@team.example', 'Manager'],
      ['nora@team.example', 'Normal User'],
    ]),
  )

  await page.getByRole('button', { name: 'Undo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Undo this import?' })
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('region', { name: 'Imports' }).getByText('Undone').waitFor()
  expect((await states()).deactivatedUsers.map(({ email }) => email)).toEqual(
    expect.arrayContaining(['amara@team.example', 'nora@team.example']),
  )
})
