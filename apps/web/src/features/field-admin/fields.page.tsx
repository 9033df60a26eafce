import { useRouteParam } from '../../components/route-param.ts'
import { findLevel } from '@steward/contracts/level'
import { useCan } from '../../api/can.ts'
import { SettingsPage } from '../../components/settings/settings-page.tsx'
import { paths } from '../../paths.ts'
import { AppLink } from '../../components/app-link.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FieldScreens } from './field-screens.tsx'

/** The fields of the level in the address: what they are, what they are called outside, and where they stand. */
export function FieldsPage() {
  const entity = useRouteParam('entity')
  const level = findLevel(entity ?? '')
  const may = useCan()('field.administer')
  const title = level ? `${level.label} fields` : 'Fields'
  if (may && level) return <FieldScreens key={level.name} level={level} />
  return (
    <SettingsPage title={title} permission="field.administer" what="field settings">
      <EmptyState
        kind="no-match"
        title="Page not found"
        action={
          <AppLink to={paths.fields('organization')} className={buttonClass({})}>
            Organization fields
          </AppLink>
        }
      >
        Organizations, accounts, contacts and pipelines have fields.
      </EmptyState>
    </SettingsPage>
  )
}
