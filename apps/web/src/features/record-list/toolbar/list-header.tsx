import { IconFileImport, IconPlus } from '@tabler/icons-react'
import type { Level } from '@steward/contracts/level'
import { useCan } from '../../../api/can.ts'
import { AppLink } from '../../../components/app-link.tsx'
import { levelTitle } from '../../../components/level.ts'
import { PageHeader } from '../../../components/page-header.tsx'
import { paths } from '../../../paths.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { importPath } from '../list-empty.tsx'

/** Title, how many match, and the ways to add more. */
export function ListHeader({ level, count }: { level: Level; count?: number }) {
  const may = useCan()
  return (
    <PageHeader title={levelTitle(level)} count={count}>
      {may('bulk.run') && (
        <AppLink to={importPath(level)} className={`${buttonClass({ size: 'sm' })} max-md:hidden`}>
          <IconFileImport aria-hidden />
          Import
        </AppLink>
      )}
      {may('record.create') && (
        <AppLink to={paths.create(level.plural)} className={buttonClass({ variant: 'primary', size: 'sm' })}>
          <IconPlus aria-hidden />
          New {level.name}
        </AppLink>
      )}
    </PageHeader>
  )
}
