"""Ten calls with the generated clients."""
import os

import control_client
import service_client
from service_client import exceptions

url = os.environ['IDENTIKIT_URL']
key = {'Authorization': os.environ['IDENTIKIT_TOKEN']}
service = service_client.ApiClient(
    service_client.Configuration(host=url, api_key=key, api_key_prefix={'Authorization': 'SSWS'})
)
users = service_client.UsersApi(service)
groups = service_client.GroupsApi(service)
members = service_client.GroupMembersApi(service)
control = control_client.ControlApi(control_client.ApiClient(control_client.Configuration(host=url)))

profile = service_client.UserProfileInput(
    login='python@example.com', email='python@example.com', first_name='Ada', last_name='Python'
)
made = users.create_user(service_client.CreateUserInput(profile=profile))
assert users.get_user(made.id).profile.login == 'python@example.com'
assert len(users.list_users(search='profile.lastName eq "Python"')) == 1
changes = service_client.UserProfileChanges(nick_name='Countess')
assert users.update_user(made.id, service_client.UpdateUserInput(profile=changes)).profile.nick_name == 'Countess'
group = groups.create_group(service_client.GroupInput(profile=service_client.GroupProfileInput(name='Python')))
members.add_user_to_group(group.id, made.id)
assert [user.id for user in members.list_group_users(group.id)] == [made.id]
try:
    service_client.UserLifecycleApi(service).suspend_user('00uNobody0000000000')
    raise AssertionError('expected an error')
except exceptions.ApiException as error:
    assert error.status == 404
control.advance_clock(control_client.AdvanceClockInput(by='5m'))
assert control.find_user(control_client.FindUserInput(user='python@example.com'))['user']['id'] == made.id
print('Python: 10 calls')
