import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type AnyRoute,
  type RouteComponent,
} from '@tanstack/react-router'
import { sessionChecked } from './api/identity.ts'
import { readSession } from './api/session.ts'
import { paths } from './paths.ts'
import { ErrorScreen } from './shell/error-screen.tsx'
import { Root } from './shell/root.tsx'
import { StartingScreen } from './shell/starting-screen.tsx'

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface HistoryState {
    /** Where to go on after sign-in. */
    origin?: string
  }
}

const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  errorComponent: ErrorScreen,
})

/* The signed-out area. */

const loginPage = lazyRouteComponent(() => import('./features/identity/login.page.tsx'), 'LoginPage')
const startRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', component: loginPage })
const loginRoute = createRoute({ getParentRoute: () => rootRoute, path: '/login', component: loginPage })

const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad({ location }) {
    throw redirect({ to: paths.login, replace: true, state: location.state })
  },
})

/* The signed-in area. */

const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app',
  async beforeLoad({ location }) {
    // A known user goes on at once, the check runs beside; without one it has to be waited for.
    if (readSession().state === 'checking' && !readSession().user) await sessionChecked
    if (readSession().state === 'signed-out') {
      throw redirect({ to: paths.login, replace: true, state: { origin: location.href } })
    }
  },
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
})

const appStartRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  beforeLoad() {
    throw redirect({ href: paths.start, replace: true })
  },
})

const unknownPageRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '$',
  component: lazyRouteComponent(() => import('./shell/not-found.page.tsx'), 'NotFoundPage'),
})

/** Makes the pages under a route, each a chunk of its own. */
function pagesUnder<Parent extends AnyRoute>(parent: () => Parent) {
  return <const Path extends string>(path: Path, component: RouteComponent) =>
    createRoute({ getParentRoute: parent, path, component })
}

/** A page under /app. */
const page = pagesUnder(() => appRoute)

/** /app/organizations/…, accounts, contacts, pipelines; `useLevel()` tells which. */
const levelRoute = page(
  '$level',
  lazyRouteComponent(() => import('./level-screens.tsx'), 'LevelScreens'),
)

/** A page of every level, under /app/$level. */
const levelPage = pagesUnder(() => levelRoute)

const recordListRoute = levelPage(
  'list',
  lazyRouteComponent(() => import('./features/record-list/record-list.page.tsx'), 'RecordListPage'),
)

/** Opens the form over the list; what the address presets goes along. */
const newRecordRoute = createRoute({
  getParentRoute: () => levelRoute,
  path: 'new',
  beforeLoad({ location, params }) {
    const { level } = params as { level: string }
    const search = location.searchStr.replace('?', '&')
    throw redirect({ href: `/app/${level}/list?create=true${search}`, replace: true })
  },
})

const recordRoute = levelPage(
  '$id',
  lazyRouteComponent(() => import('./features/record-page/record.page.tsx'), 'RecordPage'),
)

const importRoutes = [
  page(
    'imports',
    lazyRouteComponent(() => import('./features/bulk/import-history.page.tsx'), 'ImportHistoryPage'),
  ),
  page(
    'imports/new',
    lazyRouteComponent(() => import('./features/bulk/import-wizard.page.tsx'), 'ImportWizardPage'),
  ),
  page(
    'imports/$jobId',
    lazyRouteComponent(() => import('./features/bulk/import-job.page.tsx'), 'ImportJobPage'),
  ),
]

const routeTree = rootRoute.addChildren([
  startRoute,
  loginRoute,
  unknownRoute,
  appRoute.addChildren([
    appStartRoute,
    unknownPageRoute,
    ...importRoutes,
    levelRoute.addChildren([recordListRoute, newRecordRoute, recordRoute]),
  ]),
])

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: StartingScreen,
    defaultErrorComponent: ErrorScreen,
  })
}
