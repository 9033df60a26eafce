import { ViewFilters, type ViewFiltersProps } from '../../../entities/record-view/index.ts'
import { Toolbar } from '../../../components/toolbar.tsx'
import { LayoutChoices, type LayoutChoicesProps } from './layout-choices.tsx'

type ListToolbarProps = ViewFiltersProps &
  LayoutChoicesProps & {
    /** Where lists are cards there is nothing to lay out. */
    hasGrid: boolean
  }

export function ListToolbar(props: ListToolbarProps) {
  return (
    <Toolbar>
      <ViewFilters {...props} />
      {props.hasGrid && <LayoutChoices {...props} />}
    </Toolbar>
  )
}
