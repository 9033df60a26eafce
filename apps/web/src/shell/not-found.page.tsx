import { levels } from '@steward/contracts/level'
import { AppLink } from '../components/app-link.tsx'
import { levelTitle } from '../entities/level/index.ts'
import { PageFrame } from '../components/page-frame.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

export function NotFoundPage() {
  return (
    <PageFrame title="Page not found">
      <PageHeader title="Page not found" />
      <div className="flex flex-1 items-center overflow-y-auto">
        <EmptyState
          kind="no-match"
          title="Page not found"
          action={
            <span className="flex flex-wrap justify-center gap-2">
              {levels.map((level) => (
                <AppLink key={level.id} to={paths.list(level.plural)} className={buttonClass()}>
                  {levelTitle(level)}
                </AppLink>
              ))}
            </span>
          }
        >
          The link may be outdated or wrong. Your records are in the lists.
        </EmptyState>
      </div>
    </PageFrame>
  )
}
