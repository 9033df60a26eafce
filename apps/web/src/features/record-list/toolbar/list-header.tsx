import type { ReactNode } from 'react'
import { IconFileImport, IconPlus } from '@tabler/icons-react'
import type { Level } from '@steward/contracts/level'
import { useCan } from '../../../api/can.ts'
import { AppLink } from '../../../components/app-link.tsx'
import { levelTitle } from '../../../entities/level/index.ts'
import { PageHeader } from '../../../components/page-header.tsx'
import { ViewSwitch } from '../../../entities/record-view/index.ts'
import { paths } from '../../../paths.ts'
import { buttonClass } from '../../../ui/button.tsx'

/** Title, and the ways to add more. How many match is below the rows. */
export function ListHeader({ level, menu }: { level: Level; menu?: ReactNode }) {
  const may = useCan()
  return (
    <PageHeader title={levelTitle(level)}>
      <ViewSwitch view="list" addressOf={(view) => paths[view](level.plural)} />
      {menu}
      {may('bulk.run') && (
        <AppLink to={paths.importOf(level.plural)} className={`${buttonClass({ size: 'sm' })} max-md:hidden`}>
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
