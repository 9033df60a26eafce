import { Suspense } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import { PageContent } from '../../components/page-frame.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import { CreateButton } from '../../components/settings/create-button.tsx'
import { SettingsPage } from '../../components/settings/settings-page.tsx'
import { useShortcut } from '../../components/shortcuts.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { definitionsQuery } from './field-admin.calls.ts'
import { CustomFields } from './custom/custom-fields.tsx'
import { Mappings } from './mapping/mappings.tsx'
import { Pins } from './pins/pins.tsx'
import { Sections } from './sections/sections.tsx'
import { Stages } from './stages/stages.tsx'
import { SystemFields } from './system/system-fields.tsx'

const FieldDrawer = lazyPart(() => import('./editor/field.drawer.tsx'), 'FieldDrawer')

const screens = {
  custom: CustomFields,
  system: SystemFields,
  mapping: Mappings,
  pins: Pins,
  sections: Sections,
  stages: Stages,
}

type Tab = keyof typeof screens

/** Pipelines have statuses, which are fixed, and no stages. */
function tabOf(text: unknown, level: Level): Tab {
  if (typeof text !== 'string' || !(text in screens)) return 'custom'
  return text === 'stages' && level.id === 4 ? 'custom' : (text as Tab)
}

/** The address tells the tab, and which field is open: its id, or `new`. */
export function FieldScreens({ level }: { level: Level }) {
  const [search, change] = useSearchParams()
  const { data: fields } = useQuery(definitionsQuery(level))
  const tab = tabOf(search['tab'], level)
  const Screen = screens[tab]
  const create = () => change({ field: 'new' })
  useShortcut('n', create, { label: 'New field', group: 'Fields' })
  const isNew = search['field'] === 'new'
  const opened = fields?.find(({ customColumnId }) => customColumnId === Number(search['field']))
  const tabs = [
    { value: 'custom', label: 'Custom fields', count: fields?.length },
    { value: 'system', label: 'System fields' },
    { value: 'mapping', label: 'Mapping' },
    { value: 'pins', label: 'Pins' },
    { value: 'sections', label: 'Sections' },
    ...(level.id === 4 ? [] : [{ value: 'stages' as const, label: 'Stages' }]),
  ] as const

  return (
    <SettingsPage
      title={`${level.label} fields`}
      permission="field.administer"
      what="field settings"
      actions={tab !== 'stages' && <CreateButton label="New field" onClick={create} />}
      layout="parts"
      overlay={
        (isNew || opened) && (
          <Suspense>
            <FieldDrawer
              key={opened?.customColumnId ?? 'new'}
              level={level}
              field={opened ?? null}
              fields={fields ?? []}
              onClose={() => change({ field: undefined })}
            />
          </Suspense>
        )
      }
    >
      <Tabs
        label={`${level.label} fields`}
        value={tab}
        onChange={(next) => change({ tab: next === 'custom' ? undefined : next }, { replace: true })}
        tabs={tabs}
        className="flex-1"
      >
        <PageContent className="h-full">
          <Screen level={level} />
        </PageContent>
      </Tabs>
    </SettingsPage>
  )
}
