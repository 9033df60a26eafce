import { useQuery } from '@tanstack/react-query'
import { IconRocket } from '@tabler/icons-react'
import { firstSteps } from '@steward/contracts/plain/getting-started'
import { useCan } from '../api/can.ts'
import { doneSteps, gettingStartedQuery } from '../entities/getting-started/index.ts'
import { paths } from '../paths.ts'
import { SidebarLink } from './sidebar-link.tsx'

/** The way to the first steps of the company as an item of a list, until all of them are done. */
export function GettingStartedLink({ folded, pathname }: { folded: boolean; pathname: string }) {
  const may = useCan()('company.administer')
  const { data } = useQuery({ ...gettingStartedQuery, enabled: may })
  if (!data) return null
  const done = doneSteps(data)
  if (done === firstSteps.length) return null
  const item = {
    label: `Get started · ${done} of ${firstSteps.length}`,
    icon: IconRocket,
    to: paths.gettingStarted,
    under: [paths.gettingStarted],
  }
  return (
    <li>
      <SidebarLink item={item} folded={folded} current={pathname === paths.gettingStarted} />
    </li>
  )
}
