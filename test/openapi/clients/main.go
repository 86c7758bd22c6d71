// Ten calls with the generated clients.
package main

import (
	"context"
	"control"
	"fmt"
	"os"
	"service"
)

func main() {
	ctx := context.WithValue(context.Background(), service.ContextAPIKeys, map[string]service.APIKey{
		"apiToken": {Key: os.Getenv("IDENTIKIT_TOKEN"), Prefix: "SSWS"},
	})
	configuration := service.NewConfiguration()
	configuration.Servers = service.ServerConfigurations{{URL: os.Getenv("IDENTIKIT_URL")}}
	api := service.NewAPIClient(configuration)
	plane := control.NewConfiguration()
	plane.Servers = control.ServerConfigurations{{URL: os.Getenv("IDENTIKIT_URL")}}
	steer := control.NewAPIClient(plane)

	profile := service.UserProfileInput{Login: "go@example.com", Email: "go@example.com", FirstName: "Ada", LastName: "Go"}
	made, _, err := api.UsersApi.CreateUser(ctx).CreateUserInput(service.CreateUserInput{Profile: profile}).Execute()
	must(err)
	user, _, err := api.UsersApi.GetUser(ctx, made.Id).Execute()
	must(err)
	same("go@example.com", user.Profile.Login)
	found, _, err := api.UsersApi.ListUsers(ctx).Search("profile.lastName eq \"Go\"").Execute()
	must(err)
	same(1, len(found))
	changes := service.UserProfileChanges{NickName: text("Countess")}
	changed, _, err := api.UsersApi.UpdateUser(ctx, made.Id).UpdateUserInput(service.UpdateUserInput{Profile: &changes}).Execute()
	must(err)
	same("Countess", *changed.Profile.NickName)
	group, _, err := api.GroupsApi.CreateGroup(ctx).GroupInput(service.GroupInput{Profile: service.GroupProfileInput{Name: "Go"}}).Execute()
	must(err)
	_, err = api.GroupMembersApi.AddUserToGroup(ctx, group.Id, made.Id).Execute()
	must(err)
	members, _, err := api.GroupMembersApi.ListGroupUsers(ctx, group.Id).Execute()
	must(err)
	same(made.Id, members[0].Id)
	_, reply, err := api.UserLifecycleApi.SuspendUser(ctx, "00uNobody0000000000").Execute()
	same(true, err != nil)
	same(404, reply.StatusCode)
	by := control.AdvanceClockInput{By: "5m"}
	_, _, err = steer.ControlApi.AdvanceClock(ctx).AdvanceClockInput(by).Execute()
	must(err)
	person, _, err := steer.ControlApi.FindUser(ctx).FindUserInput(control.FindUserInput{User: "go@example.com"}).Execute()
	must(err)
	same(made.Id, person.(map[string]interface{})["user"].(map[string]interface{})["id"])
	fmt.Println("Go: 10 calls")
}

func text(value string) *string { return &value }

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func same(expected, got interface{}) {
	if expected != got {
		panic(fmt.Sprintf("expected %v, got %v", expected, got))
	}
}
