import { atom, type WritableAtom } from 'nanostores'
import { createPanelRunner } from '#site/ui/admin/panel-runner.store.ts'
import { createAdminListStore, type InitialList } from '#site/ui/admin/admin-list.store.ts'
import type { PanelDependencies } from '#site/ui/admin/use-panel-store.ts'
import { failureText } from '#site/lib/failure-text.ts'
import { m } from '#site/lib/messages.ts'
import type {
  MemberHistory,
  MemberRole,
  MembersQuery,
  MemberView,
  ScopesInput,
  LiftingAction,
  LiftInput,
  MemberStateAction,
  RestrictingAction,
} from '#worker/features/moderation/members/contract.ts'
import type { DecisionReasons } from '#worker/contracts/decision-reasons.ts'
import { roleNames, memberStateActionTexts } from './member-labels.ts'

/** Loading while it has neither `member` nor `failure`. */
export type OpenMember = { id: number; member?: MemberHistory; failure: string }

const scopesOf: Record<MemberRole, ScopesInput['scopes']> = {
  member: [],
  moderator: ['moderator'],
  admin: ['admin'],
}

/** Nothing is shown as done before the server did it. */
export function createMembersStore(
  { api, onQuery, ...voice }: PanelDependencies<MembersQuery>,
  initialList: InitialList<MemberView, MembersQuery>,
) {
  const list = createAdminListStore(
    { fetchPage: (query) => api.get('admin/users', { query }), onQuery },
    initialList,
  )
  const { $isBusy, run } = createPanelRunner(voice)
  const $open = atom<OpenMember | undefined>(undefined)

  /** Shows what is known of the member until the rest is there. */
  async function open(id: number): Promise<void> {
    const openMember = $open.get()
    if (openMember?.id !== id || openMember.failure) $open.set({ id, failure: '' })
    const loaded = await api.get('admin/users/:id', { params: { id } }).then(
      (member) => ({ id, member, failure: '' }),
      (error: unknown) => ({ id, failure: failureText(error, m.members_history_failed) }),
    )
    if ($open.get()?.id === id) $open.set(loaded)
  }

  function close(): void {
    $open.set(undefined)
  }

  function show(row: MemberView): void {
    list.replace(row)
    const opened = $open.get()
    if (opened?.id !== row.id || !opened.member) return
    $open.set({ ...opened, member: { ...opened.member, ...row } })
    void open(row.id)
  }

  function changeRole(member: MemberView, role: MemberRole, reason: string): Promise<boolean> {
    const { id, username } = member
    const body = { scopes: scopesOf[role], reason }
    const failed = () => m.members_change_failed({ name: username })
    return run(async () => {
      show(await api.put('admin/users/:id/scopes', { params: { id }, body }))
      return m.members_change_role_done({ name: username, role: roleNames[role]() })
    }, failed)
  }

  function remove({ id, username }: MemberView, reasons: DecisionReasons): Promise<boolean> {
    const failed = () => m.members_delete_failed({ name: username })
    return run(async () => {
      await api.delete('admin/users/:id', { params: { id }, body: reasons })
      close()
      list.remove(id)
      return m.members_delete_done()
    }, failed)
  }

  return {
    ...list,
    $isBusy,
    $open,
    open,
    close,
    changeRole,
    remove,
    ...createCalls({ api, run, show, $open }),
  }
}
export type MembersStore = ReturnType<typeof createMembersStore>

type CallDependencies = Pick<PanelDependencies<MembersQuery>, 'api'> & {
  run: ReturnType<typeof createPanelRunner>['run']
  show: (row: MemberView) => void
  $open: WritableAtom<OpenMember | undefined>
}

function createCalls({ api, run, show, $open }: CallDependencies) {
  function act({ username: name }: MemberView, act: MemberStateAction, call: Promise<MemberView>) {
    return run(
      async () => {
        show(await call)
        return memberStateActionTexts[act].done({ name })
      },
      () => m.members_change_failed({ name }),
    )
  }

  return {
    lift: (member: MemberView, name: LiftingAction, body: LiftInput) =>
      act(member, name, api.post(`admin/users/:id/${name}`, { params: { id: member.id }, body })),
    restrict: (member: MemberView, name: RestrictingAction, body: DecisionReasons) =>
      act(member, name, api.post(`admin/users/:id/${name}`, { params: { id: member.id }, body })),
    /** Only in the open dialog, until it is closed. */
    showEmail: (id: number) =>
      run(async () => {
        const { email } = await api.post('admin/users/:id/email', { params: { id } })
        const opened = $open.get()
        if (opened?.member?.id === id) $open.set({ ...opened, member: { ...opened.member, email } })
      }, m.members_history_failed),
    sendDeletionLink: ({ id, username: name }: MemberView) =>
      run(async () => {
        await api.post('admin/users/:id/deletion_link', { params: { id } })
        return m.members_send_deletion_link_done({ name })
      }, m.members_send_deletion_link_failed),
  }
}
