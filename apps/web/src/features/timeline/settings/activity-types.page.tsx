import { Suspense } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { IconPencil } from '@tabler/icons-react'
import type { ActivityType } from '@steward/contracts/activity-type'
import { isSessionExpired } from '../../../api/api-error.ts'
import { useCan } from '../../../api/can.ts'
import { errorText } from '../../../api/error-text.ts'
import { CreateButton } from '../../../components/settings/create-button.tsx'
import { SettingsPage } from '../../../components/settings/settings-page.tsx'
import { SettingsRows } from '../../../components/settings/settings-rows.tsx'
import { useOpenRow } from '../../../components/settings/use-open-row.ts'
import { ActivityIcon } from '../../../entities/activity/index.ts'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { numberText } from '../../../ui/reader.ts'
import { Switch } from '../../../ui/switch.tsx'
import { HiddenHeader, TableHead } from '../../../ui/table-head.tsx'
import { toast } from '../../../ui/toast.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { refreshActivityTypes, setActivityTypeActive, usedTypesQuery } from './settings.calls.ts'

const LazyTypeDrawer = lazyPart(() => import('./type.drawer.tsx'), 'TypeDrawer')

const title = 'Activity types'
const columns =
  'grid-cols-[minmax(0,1.2fr)_5rem_2.5rem] md:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)_6rem_8rem_3rem]'

/** What activities can be: calls, meetings and whatever else the company logs. */
export function ActivityTypesPage() {
  const may = useCan()('activity.administer')
  const { opened, open, close } = useOpenRow('type')
  const query = useQuery({ ...usedTypesQuery, enabled: may })
  const edited = query.data?.find(({ activityTypeId }) => activityTypeId === opened) ?? null
  return (
    <SettingsPage
      title={title}
      permission="activity.administer"
      what="which activities can be logged"
      count={query.data?.length}
      actions={<CreateButton label="New type" onClick={() => open('new')} />}
      overlay={
        (opened === 'new' || edited) && (
          <Suspense>
            <LazyTypeDrawer key={String(opened)} edited={edited} onClose={close} />
          </Suspense>
        )
      }
    >
      <SettingsRows query={query} what="the activity types">
        {(types) => <TypeTable types={types} onEdit={({ activityTypeId }) => open(activityTypeId)} />}
      </SettingsRows>
    </SettingsPage>
  )
}

type TypeTableProps = { types: readonly ActivityType[]; onEdit: (type: ActivityType) => void }

function TypeTable({ types, onEdit }: TypeTableProps) {
  return (
    <div role="table" aria-label={title} className="min-w-0">
      <TableHead className={cx('gap-x-4', columns)}>
        <span role="columnheader">Name</span>
        <span role="columnheader">Description</span>
        <span role="columnheader">Used</span>
        <span role="columnheader">Can be chosen</span>
        <HiddenHeader>Actions</HiddenHeader>
      </TableHead>
      <div role="rowgroup">
        {types.map((type) => (
          <TypeRow key={type.activityTypeId} type={type} onEdit={() => onEdit(type)} />
        ))}
      </div>
    </div>
  )
}

function TypeRow({ type, onEdit }: { type: ActivityType; onEdit: () => void }) {
  const client = useQueryClient()
  const { activityTypeId, displayName, iconName, description, isActive, usageCount = 0 } = type

  async function turn(next: boolean) {
    try {
      await setActivityTypeActive(activityTypeId, next)
      await refreshActivityTypes(client)
    } catch (error) {
      if (!isSessionExpired(error)) toast.error(errorText(error), { subject: `type-${activityTypeId}` })
    }
  }

  return (
    <div
      role="row"
      className={cx('grid min-h-11 items-center gap-x-4 border-b border-line px-4 py-1.5', columns)}
    >
      <span
        role="cell"
        className={cx('flex min-w-0 items-center gap-2.5 font-medium', !isActive && 'text-2')}
      >
        <span className="flex size-7 shrink-0 items-center justify-center rounded-full bg-none-soft text-2">
          <ActivityIcon name={iconName} />
        </span>
        <span className="truncate">{displayName}</span>
      </span>
      <span role="cell" className="line-clamp-2 text-label text-2 max-md:hidden">
        {description}
      </span>
      <span role="cell" className="tabular text-label text-2 max-md:hidden">
        {usageCount === 1 ? 'once' : `${numberText(usageCount)} times`}
      </span>
      <span role="cell">
        <Switch hideLabel label={`${displayName} can be chosen`} checked={isActive} onCheckedChange={turn} />
      </span>
      <span role="cell" className="justify-self-end">
        <IconButton
          size="sm"
          label={`Edit ${displayName}`}
          icon={<IconPencil aria-hidden />}
          onClick={onEdit}
        />
      </span>
    </div>
  )
}
