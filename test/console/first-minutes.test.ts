import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { withChromium } from '../support/chromium.ts'
import { Served, tabTo } from './served.ts'

const served = new Served()

withChromium(
  'first five minutes by keyboard: create a person, read her mail, sign in as her, make a call fail, see why',
  async () => {
    const page = await served.open('')
    const press = async (control: Locator): Promise<void> => {
      await tabTo(page, control)
      await page.keyboard.press('Enter')
    }
    const button = (name: string): Locator => page.getByRole('button', { name, exact: true })
    const login = 'first@example.com'

    await press(page.getByRole('navigation').getByRole('link', { name: 'People' }))
    await press(button('New person'))
    // Its first field has the focus.
    await page.getByRole('textbox', { name: 'Login' }).waitFor()
    for (const typed of [login, 'First', 'Comer']) {
      await page.keyboard.insertText(typed)
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'First Comer PROVISIONED' }).waitFor()

    await press(page.getByRole('link', { name: 'Activate your account' }))
    await page.getByLabel('Message', { exact: true }).getByText('Your account is ready.').waitFor()
    await tabTo(page, page.getByRole('textbox', { name: /^Password/ }))
    await page.keyboard.insertText('Kettle-Harbor-77')
    await page.keyboard.press('Enter')
    await page.getByText('The link was used, or a newer mail replaced it.').waitFor()

    await press(page.getByRole('main').getByRole('link', { name: login }).last())
    await page.getByRole('heading', { level: 1, name: 'First Comer ACTIVE' }).waitFor()
    await press(page.getByRole('link', { name: 'Sign in at a client' }))
    await press(button('Sign in'))
    const claims = page.getByLabel('Claims of id_token')
    await claims.or(button('Allow')).first().waitFor()
    if (await button('Allow').isVisible()) await press(button('Allow'))
    await claims.getByText('"name": "First Comer"').waitFor()

    await press(page.getByRole('navigation').getByRole('link', { name: 'Faults' }))
    await press(button('New fault'))
    await page.getByRole('combobox', { name: 'Operation' }).waitFor()
    await page.keyboard.type('createGroup')
    await tabTo(page, page.getByRole('spinbutton', { name: 'Status' }))
    await page.keyboard.type('500')
    await page.keyboard.press('Enter')
    await page.getByRole('row', { name: /createGroup/ }).waitFor()
    await served.api('POST', '/api/v1/groups', { profile: { name: 'Meets the fault' } })
    await served.api('POST', '/api/v1/users/first@example.com/lifecycle/unsuspend')
    await press(page.getByRole('navigation').getByRole('link', { name: 'Requests' }))
    const list = page.getByRole('region', { name: 'Requests' })
    const opened = page.getByRole('heading', { level: 2 })
    await list.getByRole('link').nth(1).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('first@ POST')
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    await press(list.getByRole('link').first())
    await page.getByRole('tab', { name: 'Why', selected: true }).waitFor()
    await page
      .getByRole('definition')
      .filter({ hasText: /SUSPENDED/ })
      .first()
      .waitFor()
    await page.keyboard.press('/')
    await page.keyboard.press('Control+A')
    await page.keyboard.type('createGroup')
    await page.getByRole('row', { name: / 500/ }).waitFor()
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    await press(list.getByRole('link').first())
    await opened.filter({ hasText: /^POST \/api\/v1\/groups 500 \w+/ }).waitFor()
  },
)

withChromium(
  'lists hold new rows back, follow the arrow keys and keep filters in the address; steps for several are undone',
  async () => {
    for (let call = 0; call < 60; call += 1) await served.api('GET', `/api/v1/users?limit=${1 + (call % 5)}`)
    const page = await served.open('journal')
    const list = page.getByRole('region', { name: 'Requests' })
    const rows = page.locator('.row')
    await list.getByRole('link', { name: '60', exact: true }).waitFor()
    await list.evaluate((element) => element.scrollTo(0, 800))
    await expect.poll(() => rows.first().getAttribute('aria-rowindex')).toBe('17')
    const before = await rows.allTextContents()
    for (let call = 0; call < 12; call += 1) await served.api('GET', '/api/v1/groups?limit=1')
    const pill = page.getByRole('button', { name: '12 new' })
    await pill.waitFor()
    expect(await rows.allTextContents()).toEqual(before)
    await pill.click()
    await list.getByRole('link', { name: '72', exact: true }).waitFor()
    expect(await pill.count()).toBe(0)

    await page.keyboard.press('/')
    await page.keyboard.type('groups')
    await expect.poll(() => page.getByRole('row').count()).toBe(13)
    await list.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const opens = (number: number): Promise<unknown> =>
      page.waitForURL((url) => url.hash === `#/journal/${number}?find=groups`)
    await opens(71)
    await page.keyboard.press('ArrowDown')
    await opens(70)
    await page.keyboard.press('ArrowUp')
    await opens(71)
    await page.reload()
    await page.locator('.row.here').getByText('71', { exact: true }).waitFor()
    expect(await page.getByRole('searchbox', { name: 'Find' }).inputValue()).toBe('groups')
    const body = page.getByLabel('Body of the reply')
    await body.getByText('"profile"').waitFor()
    await tabTo(page, body.locator('summary').first())
    await page.keyboard.press('Enter')
    await expect.poll(() => body.getByText('"profile"').count()).toBe(0)

    const { control } = served.server.org
    const people = ['hope.medhurst@example.com', 'maida.fritsch@example.com']
    const statuses = (): (string | undefined)[] =>
      people.map((user) => control.findUser({ user }).user?.status)
    await page.getByRole('navigation').getByRole('link', { name: 'People' }).click()
    const choose = async (): Promise<void> => {
      for (const login of people) {
        await page.getByRole('searchbox', { name: 'Find' }).fill(login)
        await page.getByRole('checkbox', { name: `Choose ${login}` }).check()
      }
      await page.getByRole('status').getByText('2 people chosen').waitFor()
    }
    const undo = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('Undone').waitFor()
      expect(statuses()).toEqual(['ACTIVE', 'ACTIVE'])
    }
    const chosen = page.getByRole('group', { name: 'Chosen people' })
    await choose()
    await chosen.getByRole('button', { name: 'Suspend' }).click()
    await page.getByText('2 people suspended').waitFor()
    expect(statuses()).toEqual(['SUSPENDED', 'SUSPENDED'])
    await undo()
    await choose()
    await chosen.getByRole('button', { name: 'Delete' }).click()
    await chosen.getByRole('button', { name: 'Delete 2 people: sure?' }).click()
    await page.getByText('2 people deleted').waitFor()
    expect(statuses()).toEqual([undefined, undefined])
    await undo()
    await choose()
    await chosen.getByRole('button', { name: 'Add to a group' }).click()
    await page.getByRole('combobox', { name: 'Group' }).fill('Engineering')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('2 people added').waitFor()
    const groups = people.map((user) => control.findUser({ user }).user!.groups.map(({ name }) => name))
    for (const names of groups) expect(names).toContain('Engineering')

    // A refused step does not stop the other steps, and those can be undone.
    control.setUser({ user: people[0]!, status: 'SUSPENDED' })
    await choose()
    await chosen.getByRole('button', { name: 'Suspend' }).click()
    await page.getByText(/^1 person suspended, 1 refused: Cannot suspend a user that is not active/).waitFor()
    expect(statuses()).toEqual(['SUSPENDED', 'SUSPENDED'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone').waitFor()
    expect(statuses()).toEqual(['SUSPENDED', 'ACTIVE'])
    await page.getByRole('searchbox', { name: 'Find' }).fill('')
    await page.getByRole('checkbox', { name: 'Choose admin@example.com' }).check()
    await chosen.getByRole('button', { name: 'Choose all 151' }).click()
    await page.getByRole('status').getByText('151 people chosen').waitFor()
  },
)

withChromium(
  'a new action of the control plane has a page, a form and an answer, from its schema alone',
  async () => {
    const action = {
      name: 'boilEggs',
      method: 'POST',
      path: '/_control/boil-eggs',
      summary: 'Boil eggs for a person',
      input: {
        type: 'object',
        properties: {
          user: { type: 'string', description: 'For whom' },
          size: { enum: ['S', 'M', 'L'] },
          salted: { type: 'boolean' },
          time: { type: ['number', 'string'], description: 'How long' },
          from: { type: 'string', format: 'date-time' },
          count: { type: 'integer', minimum: 1 },
          spices: { type: 'array', items: { enum: ['pepper', 'paprika'] } },
        },
        required: ['user', 'count'],
      },
    }
    const page = await served.context.newPage()
    await page.route('**/_control', (route) => route.fulfill({ json: { actions: [action] } }))
    const sent: unknown[] = []
    await page.route('**/_control/boil-eggs', (route) => {
      sent.push(route.request().postDataJSON())
      return route.fulfill({ json: { boiled: 2 } })
    })
    await served.open('actions', page)
    await page.getByRole('searchbox', { name: 'Find' }).fill('boil')
    await page.getByRole('button', { name: 'Open Boil eggs' }).click()
    await page.getByRole('combobox', { name: 'User' }).fill('hope')
    await page.locator('datalist option[value="hope.medhurst@example.com"]').waitFor({ state: 'attached' })
    await page.getByRole('combobox', { name: 'User' }).fill('hope.medhurst@example.com')
    await page.getByRole('spinbutton', { name: 'Count' }).fill('2')
    await page.getByRole('combobox', { name: 'Size' }).selectOption('M')
    await page.getByRole('combobox', { name: 'Salted' }).selectOption('yes')
    await page.getByRole('textbox', { name: 'Time' }).fill('4m')
    await page.getByLabel('From').fill('2030-01-01T06:30:00')
    await page.getByText('More fields').click()
    await page.getByRole('checkbox', { name: 'paprika' }).check()
    await page.getByRole('button', { name: 'Run' }).click()
    await page.getByLabel('Answer').getByText('"boiled"').waitFor()
    expect(sent).toEqual([
      {
        user: 'hope.medhurst@example.com',
        count: 2,
        size: 'M',
        salted: true,
        time: '4m',
        from: '2030-01-01T06:30:00.000Z',
        spices: ['paprika'],
      },
    ])
    // Pages of a record offer it where its schema requires one.
    const { id } = await served.api('GET', '/api/v1/users/hope.medhurst@example.com')
    await served.open(`people/${id}`, page)
    await page.getByRole('button', { name: 'More…' }).click()
    await page.getByRole('button', { name: 'Open Boil eggs' }).click()
    await page.getByRole('spinbutton', { name: 'Count' }).fill('1')
    await page.getByRole('button', { name: 'Run' }).click()
    await expect.poll(() => sent.at(-1)).toEqual({ user: id, count: 1 })
  },
)
