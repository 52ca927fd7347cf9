import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'
import { test, useSite } from '#tests/browser/test.ts'
import { logIn, openMember, openVisitor } from '#tests/support/drivers/visitors.ts'
import { startTestSite } from '#tests/support/drivers/site.ts'
import { createMember, password } from '#tests/support/factories/members.ts'
import { startTemporaryServer } from '#tests/support/fixtures/temporary-server.ts'

const site = useSite()
const folder = mkdtempSync(join(tmpdir(), 'hypecal-restore-'))
test.afterAll(() => rmSync(folder, { recursive: true }))

async function run(command: string, vars: Record<string, string>, ...args: string[]) {
  const { DATABASE_URL = '', DATABASE_AUTH_TOKEN = '' } = vars
  const env = { ...process.env, DATABASE_URL, DATABASE_AUTH_TOKEN }
  const all = ['run', '--silent', command, '--', '--without-media', ...args]
  const { stdout } = await promisify(execFile)('npm', all, { env })
  return stdout
}

test('a restored backup brings nobody back who deleted their account since', async ({
  browser,
}) => {
  const stayed = await createMember(site, { hasPassword: true })
  const leaver = await openMember(site, browser, { hasPassword: true })
  const { vars } = site.environment
  const backup = join(folder, 'backup.ndjson.gz')
  const later = join(folder, 'later.ndjson.gz')
  const journal = join(folder, 'later.withdrawals.json')
  await run('backup', vars, '--to', backup)

  const { page } = leaver
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE')
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(dialog.getByText(/^Your account has been deleted/)).toBeVisible()
  await run('backup', vars, '--to', later)

  const server = await startTemporaryServer()
  const restored = { DATABASE_URL: server.url, DATABASE_AUTH_TOKEN: '' }
  const said = await run('restore', restored, '--from', backup, '--journal', journal)
  expect(said).toContain('Since the backup: 1 deleted again')

  const { JWT_SECRET = '', ENCRYPTION_KEY = '' } = vars
  const again = await startTestSite({ vars: { ...restored, JWT_SECRET, ENCRYPTION_KEY } })
  const visitor = await openVisitor(again, browser)
  await visitor.page.goto('/login')
  await logIn(visitor.page, leaver.username)
  await expect(visitor.page.getByText('Wrong username or password.')).toBeVisible()
  await logIn(visitor.page, stayed.username)
  await expect(visitor.page).toHaveURL(`${again.url}/`)
  await again.close()
  await server.remove()
})
