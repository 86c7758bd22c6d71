"""A robust client of the service in Python, with its tests."""

import http.client
import json
import os
import re
import time
import unittest
from email.utils import parsedate_to_datetime
from urllib.parse import quote, urlsplit

BASE = urlsplit(os.environ["IDENTIKIT_URL"])
TOKEN = os.environ["IDENTIKIT_TOKEN"]


def call(method, path, body=None):
    for attempt in range(6):
        connection = http.client.HTTPConnection(BASE.netloc, timeout=20)
        try:
            connection.request(
                method,
                path,
                json.dumps(body) if body is not None else None,
                {
                    "Accept": "application/json",
                    "Content-Type": "application/json",
                    "Authorization": "SSWS " + TOKEN,
                },
            )
            response = connection.getresponse()
            text = response.read().decode()
        except (ConnectionError, http.client.HTTPException):
            if method != "GET" or attempt == 5:
                raise
            time.sleep(0.05)
            continue
        finally:
            connection.close()
        if response.status == 429:
            now = parsedate_to_datetime(response.headers["Date"]).timestamp()
            time.sleep(max(0, int(response.headers["X-Rate-Limit-Reset"]) - now) + 0.02)
        elif response.status == 423 or (response.status == 503 and method == "GET"):
            time.sleep(0.05)
        else:
            return response, json.loads(text) if text else None
    raise RuntimeError(f"{method} {path}: given up")


def done(method, path, body=None):
    response, value = call(method, path, body)
    if not 200 <= response.status < 300:
        raise RuntimeError(f"{method} {path}: {response.status}")
    return value


def every(path):
    while path:
        response, page = call("GET", path)
        yield from page
        header = ", ".join(response.headers.get_all("Link") or [])
        path = None
        for target, parameters in re.findall(r"<([^>]*)>([^<]*)", header):
            if re.search(r';\s*rel="?next"?\s*(?:[;,]|$)', parameters):
                parts = urlsplit(target)
                path = f"{parts.path}?{parts.query}"


def until(ask, is_there):
    end = time.time() + 5
    while True:
        found = ask()
        if is_there(found) or time.time() > end:
            return found
        time.sleep(0.05)


def new_user(login, activate=False):
    profile = {"firstName": "Ada", "lastName": "Byron", "login": login, "email": login}
    return done("POST", f"/api/v1/users?activate={str(activate).lower()}", {"profile": profile, "credentials": {"password": {"value": "Tulip-Meadow-42"}}})


class People(unittest.TestCase):
    def test_finds_a_person(self):
        user = new_user("find@example.com")
        query = quote('profile.login eq "find@example.com"')
        found = until(lambda: list(every(f"/api/v1/users?search={query}")), len)
        self.assertEqual([user["id"]], [each["id"] for each in found])

    def test_lists_members(self):
        group = done("POST", "/api/v1/groups", {"profile": {"name": "Pilots"}})
        users = [new_user(f"pilot{at}@example.com") for at in range(3)]
        for user in users:
            done("PUT", f"/api/v1/groups/{group['id']}/users/{user['id']}")
        members = every(f"/api/v1/groups/{group['id']}/users")
        self.assertEqual({user["id"] for user in users}, {each["id"] for each in members})

    def test_suspends(self):
        user = new_user("suspend@example.com", activate=True)
        path = f"/api/v1/users/{user['id']}"
        until(lambda: done("GET", path), lambda each: not each.get("transitioningToStatus"))
        done("POST", path + "/lifecycle/suspend")
        self.assertEqual("SUSPENDED", done("GET", path)["status"])

    def test_unknown(self):
        response, error = call("GET", "/api/v1/users/00u00000000000000000")
        self.assertEqual((404, "E0000007"), (response.status, error["errorCode"]))

    def test_nick_name(self):
        user = new_user("nick@example.com")
        path = f"/api/v1/users/{user['id']}"
        self.assertEqual("Ada", done("GET", path)["profile"].get("nickName") or "Ada")
        done("POST", path, {"profile": {"nickName": "Countess"}})
        self.assertEqual("Countess", done("GET", path)["profile"].get("nickName"))


if __name__ == "__main__":
    unittest.main()
