import { Suspense } from 'react'
import { useQuery } from '@tanstack/react-query'
import { IconFileImport, IconPlus } from '@tabler/icons-react'
import { useCan } from '../../api/can.ts'
import { errorPanelProps } from '../../api/error-text.ts'
import { PageContent, PageFrame } from '../../components/page-frame.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import { NoPermission } from '../../components/settings/no-permission.tsx'
import { SettingsHeader } from '../../components/settings/settings-header.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Currencies } from './currencies/currencies.tsx'
import { definitionsQuery } from './currency.calls.ts'
import { Rates } from './rates/rates.tsx'

const AddCurrency = lazyPart(() => import('./currencies/add-currency.tsx'), 'AddCurrency')
const ImportRates = lazyPart(() => import('./import/import-rates.tsx'), 'ImportRates')

const title = 'Currency'

/** The currencies that the company works in, and what they are worth month by month. */
export function CurrencyPage() {
  const may = useCan()('currency.administer')
  const [search, change] = useSearchParams()
  return (
    <PageFrame title={title}>
      <SettingsHeader title={title}>{may && <Acts onOpen={(open) => change({ open })} />}</SettingsHeader>
      <PageContent>
        {may ? (
          <Money open={search['open']} onClose={() => change({ open: undefined })} />
        ) : (
          <NoPermission what="currencies and exchange rates" />
        )}
      </PageContent>
    </PageFrame>
  )
}

function Acts({ onOpen }: { onOpen: (open: 'import' | 'add') => void }) {
  return (
    <>
      <Button size="sm" icon={<IconFileImport aria-hidden />} onClick={() => onOpen('import')}>
        Import rates
      </Button>
      <Button size="sm" variant="primary" icon={<IconPlus aria-hidden />} onClick={() => onOpen('add')}>
        Add currency
      </Button>
    </>
  )
}

function Money({ open, onClose }: { open: unknown; onClose: () => void }) {
  const { data: all, error, refetch } = useQuery(definitionsQuery)
  if (!all && error) return <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />
  if (!all) {
    return (
      <SkeletonRows label="Loading the currencies" rowClassName="h-12 gap-4">
        <Skeleton className="h-3 w-14" />
        <Skeleton className="h-3 w-60" />
      </SkeletonRows>
    )
  }
  return (
    <div className="flex flex-col gap-8 p-4">
      <Currencies all={all} />
      <Rates all={all} />
      <Suspense>
        {open === 'add' && <AddCurrency all={all} onClose={onClose} />}
        {open === 'import' && <ImportRates onClose={onClose} />}
      </Suspense>
    </div>
  )
}
