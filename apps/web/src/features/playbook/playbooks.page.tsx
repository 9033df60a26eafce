import { useInfiniteQuery } from '@tanstack/react-query'
import { useCan } from '../../api/can.ts'
import { PageFrame } from '../../components/page-frame.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import { useUndoKey } from '../../entities/change-set/index.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { InstanceList } from './instance/instance-list.tsx'
import { playbooksQuery } from './playbook.calls.ts'
import { NewButton, TemplateList } from './template-list.tsx'

type Tab = 'templates' | 'instances'

/** The playbooks of the company, and where they are at work. */
export function PlaybooksPage() {
  const { data } = useInfiniteQuery(playbooksQuery)
  const [search, change] = useSearchParams()
  const may = useCan()
  useUndoKey()
  const tab: Tab = search['tab'] === 'instances' ? 'instances' : 'templates'
  const tabs = [
    { value: 'templates' as Tab, label: 'Templates', count: data?.pages[0]?.totalItemCount },
    { value: 'instances' as Tab, label: 'Running' },
  ]
  return (
    <PageFrame title="Playbooks" route="playbooks">
      <PageHeader title="Playbooks">{may('playbook.edit') && <NewButton />}</PageHeader>
      <Tabs
        label="Playbooks"
        value={tab}
        tabs={tabs}
        className="min-h-0 flex-1"
        onChange={(next) => change({ tab: next === 'instances' ? next : undefined })}
      >
        {tab === 'instances' ? <InstanceList /> : <TemplateList />}
      </Tabs>
    </PageFrame>
  )
}
