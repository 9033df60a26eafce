import { IconPlus } from '@tabler/icons-react'
import { useCan } from '../../../api/can.ts'
import { AppLink } from '../../../components/app-link.tsx'
import { useGo } from '../../../components/go.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.tsx'
import { starters } from '../starter.rules.ts'

export function NewScenarioButton() {
  const go = useGo()
  return (
    <Menu
      align="end"
      trigger={
        <Button size="sm" variant="primary" icon={<IconPlus aria-hidden />}>
          New scenario
        </Button>
      }
    >
      <MenuItem onSelect={() => go(paths.newScenario)}>Empty scenario</MenuItem>
      <MenuSeparator />
      {starters.map(({ starter, name }) => (
        <MenuItem key={starter} onSelect={() => go(paths.scenarioFromStarter(starter))}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  )
}

/** What scenarios are for, with some to start from. */
export function StarterGallery() {
  const may = useCan()
  return (
    <>
      <EmptyState kind="nothing" title="No scenarios yet" className="pb-6">
        A scenario takes records through conditions, waits and actions automatically: for example, it creates
        a task when a health score drops.
      </EmptyState>
      {may('scenario.edit') && (
        <ul aria-label="Starters" className="mx-auto grid max-w-3xl gap-3 px-4 pb-12 md:grid-cols-2">
          {starters.map(({ starter, name, description }) => (
            <li key={starter} className="relative rounded-card border border-line p-4 hover:bg-hover">
              <AppLink
                to={paths.scenarioFromStarter(starter)}
                className="font-medium after:absolute after:inset-0 hover:underline"
              >
                {name}
              </AppLink>
              <p className="text-label text-2">{description}</p>
            </li>
          ))}
          <li className="relative rounded-card border border-dashed border-edge p-4 hover:bg-hover">
            <AppLink
              to={paths.newScenario}
              className="font-medium after:absolute after:inset-0 hover:underline"
            >
              Empty scenario
            </AppLink>
            <p className="text-label text-2">Begins with a trigger of your choice.</p>
          </li>
        </ul>
      )}
    </>
  )
}
