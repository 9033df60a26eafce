import { roleIds } from '@steward/contracts/plain/permission'
import type { CreateUserInput } from '../modules/user-management/index.ts'
import { demoDomain } from '../modules/getting-started/index.ts'
import { cell } from './demo.file.ts'
import type { DemoSource } from './demo.source.ts'

const domain = demoDomain

function plainWord(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
}

/** The address of a person of the demo: first.last@demo.example. */
export function addressOf(firstName: string, lastName: string): string {
  return `${plainWord(firstName)}.${plainWord(lastName)}@${domain}`
}

/** First and last name of a name of two words. */
function namesOf(name: string): [string, string] {
  const space = name.indexOf(' ')
  return [name.slice(0, space), name.slice(space + 1)]
}

/** The address of a person who is named in full. */
export function addressOfName(name: string): string {
  return addressOf(...namesOf(name))
}

function personOf(name: string, roleId: CreateUserInput['roleId']): CreateUserInput {
  const [firstName, lastName] = namesOf(name)
  return { email: addressOf(firstName, lastName), firstName, lastName, roleId }
}

/** The customer-success team: its lead first. */
export const team = [
  ['Priya Nair', roleIds.manager],
  ['Jonas Lindqvist', roleIds.normalUser],
  ['Amara Obi', roleIds.normalUser],
  ['Mateo Silva', roleIds.normalUser],
  ['Hannah Weiss', roleIds.normalUser],
  ['Kenji Mori', roleIds.normalUser],
] as const

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)]
}

/**
 * Everybody who works in the demo: the customer-success team, managers, their sales agents, the sales people of the bicycle
 * stores (those without a territory lead others), and somebody who only looks.
 */
export function listPeople({ teams, salesPeople }: DemoSource): CreateUserInput[] {
  return [
    ...distinct(teams.map((row) => cell(row, 'manager'))).map((name) => personOf(name, roleIds.manager)),
    ...distinct(teams.map((row) => cell(row, 'sales_agent'))).map((name) =>
      personOf(name, roleIds.normalUser),
    ),
    ...salesPeople.map((row) => {
      const [firstName, lastName] = [cell(row, 'FirstName'), cell(row, 'LastName')]
      const roleId = cell(row, 'Territory') === '' ? roleIds.manager : roleIds.normalUser
      return { email: addressOf(firstName, lastName), firstName, lastName, roleId }
    }),
    ...team.map(([name, roleId]) => personOf(name, roleId)),
    { email: `viewer@${domain}`, firstName: 'Demo', lastName: 'Viewer', roleId: roleIds.viewer },
  ]
}
