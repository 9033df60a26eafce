import { Suspense, lazy } from 'react'
import { useQuery } from '@tanstack/react-query'
import { IconPlus } from '@tabler/icons-react'
import type { Level } from '@steward/contracts/level'
import { PageContent, PageFrame } from '../../components/page-frame.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import { SettingsHeader } from '../../components/settings/settings-header.tsx'
import { useShortcut } from '../../components/shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { definitionsQuery } from './field-admin.calls.ts'
import { CustomFields } from './custom/custom-fields.tsx'
import { Mappings } from './mapping/mappings.tsx'
import { Pins } from './pins/pins.tsx'
import { Sections } from './sections/sections.tsx'
import { SystemFields } from './system/system-fields.tsx'

const FieldDrawer = lazy(() =>
  import('./editor/field.drawer.tsx').then((file) => ({ default: file.FieldDrawer })),
)

const screens = {
  custom: CustomFields,
  system: SystemFields,
  mapping: Mappings,
  pins: Pins,
  sections: Sections,
}

type Tab = keyof typeof screens

const tabOf = (text: unknown): Tab => (typeof text === 'string' && text in screens ? (text as Tab) : 'custom')

/** The address tells the tab, and which field is open: its id, or `new`. */
export function FieldScreens({ level }: { level: Level }) {
  const [search, change] = useSearchParams()
  const { data: fields } = useQuery(definitionsQuery(level))
  const tab = tabOf(search['tab'])
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
  ] as const

  return (
    <PageFrame title={`${level.label} fields`}>
      <SettingsHeader title={`${level.label} fields`}>
        <Button variant="primary" size="sm" icon={<IconPlus aria-hidden />} onClick={create}>
          New field
        </Button>
      </SettingsHeader>
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
      {(isNew || opened) && (
        <Suspense>
          <FieldDrawer
            key={opened?.customColumnId ?? 'new'}
            level={level}
            field={opened ?? null}
            fields={fields ?? []}
            onClose={() => change({ field: undefined })}
          />
        </Suspense>
      )}
    </PageFrame>
  )
}
