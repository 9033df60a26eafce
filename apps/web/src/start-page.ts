import type { SessionUser } from '@steward/contracts/identity'
import { defaultStartPage, type StartPage } from '@steward/contracts/plain/session'
import { paths } from './paths.ts'

const addresses: Readonly<Record<StartPage, string>> = {
  organizations: paths.list('organizations'),
  accounts: paths.list('accounts'),
  contacts: paths.list('contacts'),
  pipelines: paths.list('pipelines'),
  today: paths.today,
  tasks: paths.tasks,
}

/** Where a user begins: on their own start page, else on that of the company. */
export function startOf(user: Pick<SessionUser, 'startPage' | 'companyStartPage'> | null): string {
  return addresses[user?.startPage ?? user?.companyStartPage ?? defaultStartPage]
}
