import { IconPlus } from '@tabler/icons-react'
import type { Level } from '@steward/contracts/level'
import { useCan } from '../../../api/can.ts'
import { levelTitle } from '../../../entities/level/index.ts'
import { PageHeader } from '../../../components/page-header.tsx'
import { ViewSwitch } from '../../../entities/record-view/index.ts'
import { useSearchParams } from '../../../components/search-params.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'

/** Title, list or board, and the way to add one. How many match is below the columns. */
export function BoardHeader({ level }: { level: Level }) {
  const may = useCan()
  const [, change] = useSearchParams()
  return (
    <PageHeader title={levelTitle(level)}>
      <ViewSwitch view="board" addressOf={(view) => paths[view](level.plural)} />
      {may('record.create') && (
        <Button
          size="sm"
          variant="primary"
          icon={<IconPlus aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => change({ create: true })}
        >
          New {level.name}
        </Button>
      )}
    </PageHeader>
  )
}
