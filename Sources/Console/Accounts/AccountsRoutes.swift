import Support

/// Users, API tokens, sessions and one's own account.
extension ConsoleRoutes {
  var accounts: [ConsoleRoute] {
    UsersHandlers(services: services).routes
      + APITokenHandlers(services: services).routes
      + AccountConfirmations(services: services).routes
      + SessionsHandlers(services: services).routes
      + AccountHandlers(services: services).routes
      + SecondFactorHandlers(services: services).routes
  }
}

extension UsersHandlers {
  var routes: [ConsoleRoute] {
    [
      .get("/users", .userView, list),
      .post("/users", .userEdit, ["name": .text, "role": .text, "password": .text], add),
      .post("/users/{name}/role", .userEdit, ["role": .text], setRole),
      .get("/users/{name}/password", .userEdit, askPassword),
      .post("/users/{name}/password", .userEdit, ["password": .text], setPassword),
      .post("/users/{name}/remove", .userEdit, remove),
    ]
  }
}

extension APITokenHandlers {
  var routes: [ConsoleRoute] {
    [
      .post(
        "/users/tokens", .userEdit,
        ["name": .text, "role": .text, "days": .either([.integer, .text]), "store": .text], add),
      .post("/users/tokens/{id}/revoke", .userEdit, revoke),
    ]
  }
}

extension AccountConfirmations {
  var routes: [ConsoleRoute] {
    [
      .get("/users/{name}/remove", .userView, removal),
      .get("/users/{name}/second-factor/remove", .userView, codesOff),
      .get("/users/tokens/{id}/revoke", .userView, revocation),
    ]
  }
}

extension SessionsHandlers {
  var routes: [ConsoleRoute] {
    [
      .get("/sessions", .accountView, list),
      .post("/sessions/{id}/end", .sessionEnd, end),
      .post("/sessions/end-others", .sessionEnd, endOthers),
    ]
  }
}

extension AccountHandlers {
  var routes: [ConsoleRoute] {
    [
      .get("/account", .accountView, show),
      .post("/account/confirm", .accountEdit, ["password": .text], confirm),
      .post(
        "/account/password", .accountEdit, ["password": .text, "newPassword": .text], setPassword),
    ]
  }
}

extension SecondFactorHandlers {
  var routes: [ConsoleRoute] {
    [
      .get("/account/second-factor", .accountEdit, show),
      .post("/account/second-factor", .accountEdit, ["password": .text, "code": .text], confirm),
      .post(
        "/account/second-factor/remove", .accountEdit, ["password": .text, "code": .text], remove),
      .post("/account/recovery-codes", .accountEdit, ["password": .text, "code": .text], renew),
      .post("/users/{name}/second-factor/remove", .userEdit, removeOther),
    ]
  }
}
