import type { Level } from '@steward/contracts/level'
import { AppLink } from '../../components/app-link.tsx'
import { levelTitle } from '../../entities/level/index.ts'
import { PageFrame } from '../../components/page-frame.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** An id that is none, or that the user may not see: the server does not tell which. */
export function UnknownRecord({ level }: { level: Level }) {
  const list = paths.list(level.plural)
  return (
    <PageFrame title={`${level.label} not found`}>
      <PageHeader title={`${level.label} not found`} breadcrumb={[{ label: levelTitle(level), to: list }]} />
      <div className="flex flex-1 items-center overflow-y-auto">
        <EmptyState
          kind="no-match"
          title={`This ${level.name} does not exist, or you can't see it`}
          action={
            <AppLink to={list} className={buttonClass({ variant: 'primary' })}>
              All {level.plural}
            </AppLink>
          }
        >
          You may not have access to it, or the link is wrong.
        </EmptyState>
      </div>
    </PageFrame>
  )
}
