import identikit.control.api.ControlApi;
import identikit.control.model.AdvanceClockInput;
import identikit.control.model.FindUserInput;
import identikit.service.ApiException;
import identikit.service.api.GroupMembersApi;
import identikit.service.api.GroupsApi;
import identikit.service.api.UserLifecycleApi;
import identikit.service.api.UsersApi;
import identikit.service.model.*;
import java.net.URI;
import java.util.Map;

/** Ten calls with the generated clients. */
public class Ten {
  public static void main(String[] arguments) throws Exception {
    var url = URI.create(System.getenv("IDENTIKIT_URL"));
    var service = new identikit.service.ApiClient();
    service.setHost(url.getHost()).setPort(url.getPort()).setScheme("http");
    service.setRequestInterceptor(request -> request.header("Authorization", "SSWS " + System.getenv("IDENTIKIT_TOKEN")));
    var plane = new identikit.control.ApiClient();
    plane.setHost(url.getHost()).setPort(url.getPort()).setScheme("http");
    var users = new UsersApi(service);
    var groups = new GroupsApi(service);
    var members = new GroupMembersApi(service);
    var control = new ControlApi(plane);

    var profile = new UserProfileInput().login("java@example.com").email("java@example.com").firstName("Ada").lastName("Java");
    User made = users.createUser(new CreateUserInput().profile(profile), true, null, null, null);
    same("java@example.com", users.getUser(made.getId(), null, null, null).getProfile().getLogin());
    var found = users.listUsers(null, null, null, null, null, null, "profile.lastName eq \"Java\"", null, null);
    same(1, found.size());
    var changes = new UpdateUserInput().profile(new UserProfileChanges().nickName("Countess"));
    same("Countess", users.updateUser(made.getId(), changes, null, null).getProfile().getNickName());
    Group group = groups.createGroup(new GroupInput().profile(new GroupProfileInput().name("Java")), null);
    members.addUserToGroup(group.getId(), made.getId(), null);
    same(made.getId(), members.listGroupUsers(group.getId(), null, null, null).get(0).getId());
    try {
      new UserLifecycleApi(service).suspendUser("00uNobody0000000000", null);
      throw new AssertionError("expected an error");
    } catch (ApiException error) {
      same(404, error.getCode());
    }
    control.advanceClock(new AdvanceClockInput().by("5m"));
    var answer = (Map<?, ?>) control.findUser(new FindUserInput().user("java@example.com"));
    same(made.getId(), ((Map<?, ?>) answer.get("user")).get("id"));
    System.out.println("Java: 10 calls");
  }

  private static void same(Object expected, Object got) {
    if (!expected.equals(got)) throw new AssertionError("expected " + expected + ", got " + got);
  }
}
